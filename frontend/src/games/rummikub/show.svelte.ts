/** Somebody's move over the table, shown meld by meld; who wants to see less motion sees none of it. */

import { stepsBetween, type Layout } from "./pieces";

const FRAME_MS = 480;
const ALL_FRAMES_MS = 2_600;

export class Show {
  /** What is in sight while it lasts. */
  layout = $state.raw<Layout | null>(null);
  #timer = 0;

  /** Go from one layout to another; `each` is called at every step but the last. */
  begin(from: Layout, to: Layout, each: () => void): void {
    this.end();
    const frames = matchMedia("(prefers-reduced-motion: reduce)").matches ? [] : stepsBetween(from, to);
    const wait = Math.min(FRAME_MS, ALL_FRAMES_MS / Math.max(1, frames.length));
    const next = (n: number) => {
      const isLast = n >= frames.length - 1;
      this.layout = isLast ? null : (frames[n] ?? null);
      if (!isLast) {
        each();
        this.#timer = window.setTimeout(() => next(n + 1), wait);
      }
    };
    if (frames.length > 1) {
      this.layout = from;
      this.#timer = window.setTimeout(() => next(0), wait / 2);
    }
  }

  end(): void {
    clearTimeout(this.#timer);
    this.layout = null;
  }
}
