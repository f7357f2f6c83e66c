/** Dragging a tile by mouse, pen or finger: from the rack or the board, to a square or to a place of the rack. */

import type { BoardPlay } from "./play.svelte";

const FAR_ENOUGH_PX = 6;
/** A finger hides what is under it: the tile floats above it, and falls where it is seen. */
const ABOVE_FINGER_PX = 44;

class Drag {
  /** The place whose tile is in hand, and where it is on the screen. */
  slot = $state<number | null>(null);
  x = $state(0);
  y = $state(0);
  size = $state(40);
  /** The square under it. */
  over = $state<string | null>(null);

  /** Watch a pointer that went down on the tile of a place; a short touch stays a tap. */
  begin(play: BoardPlay, slot: number, event: PointerEvent): void {
    if (event.button !== 0 || !play.sitting.mayPrepare) {
      return;
    }
    const source = event.currentTarget as HTMLElement;
    const [startX, startY] = [event.clientX, event.clientY];
    const lift = event.pointerType === "touch" ? ABOVE_FINGER_PX : 0;
    const stop = new AbortController();
    const { signal } = stop;
    const move = (moved: PointerEvent) => {
      if (moved.pointerId !== event.pointerId) {
        return;
      }
      const far = Math.hypot(moved.clientX - startX, moved.clientY - startY) > FAR_ENOUGH_PX;
      if (this.slot === null && far) {
        this.slot = slot;
        this.size = Math.max(40, source.getBoundingClientRect().width);
      }
      if (this.slot !== null) {
        [this.x, this.y] = [moved.clientX, moved.clientY - lift];
        this.over = squareAt(this.x, this.y);
      }
    };
    const end = (ended: PointerEvent) => {
      if (ended.pointerId === event.pointerId) {
        stop.abort();
        if (this.slot !== null && ended.type === "pointerup") {
          drop(play, slot, this.x, this.y);
          // the click that follows a drag is none
          addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true, signal: AbortSignal.timeout(50) });
        }
        this.slot = null;
        this.over = null;
      }
    };
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", end, { signal });
    addEventListener("pointercancel", end, { signal });
  }
}

export const drag = new Drag();

const under = (x: number, y: number, selector: string): HTMLElement | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>(selector) ?? null;

const squareAt = (x: number, y: number): string | null => under(x, y, "[data-square]")?.dataset["square"] ?? null;

function drop(play: BoardPlay, slot: number, x: number, y: number): void {
  const [row, col] = (squareAt(x, y) ?? "").split(" ").map(Number);
  const place = under(x, y, "[data-place]")?.dataset["place"];
  if (row !== undefined && col !== undefined) {
    play.lay(slot, { row, col });
  } else if (place !== undefined) {
    play.takeUp(slot);
    play.swap(slot, Number(place));
  } else {
    play.takeUp(slot);
  }
}
