/** Dragging a tile by mouse, pen or finger: from the rack or the board, to a square or to a place of the rack. */

import { follow } from "../../table/pointer";
import type { BoardPlay } from "./play.svelte";

/** A finger hides what is under it: the tile floats above it, and falls where it is seen. */
const ABOVE_FINGER_PX = 64;
/** Squares that a finger cannot tell apart are seen through a loupe. */
const EASY_PX = 36;

class Drag {
  /** The place whose tile is in hand, and where it is on the screen. */
  slot = $state<number | null>(null);
  x = $state(0);
  y = $state(0);
  size = $state(40);
  /** Whether it goes to squares that are smaller than the finger on it. */
  byFinger = $state(false);
  /** The square under it. */
  over = $state<string | null>(null);

  /** Watch a pointer that went down on the tile of a place; a short touch stays a tap. */
  begin(play: BoardPlay, slot: number, event: PointerEvent): void {
    if (event.button !== 0 || !play.sitting.mayPrepare) {
      return;
    }
    const source = event.currentTarget as HTMLElement;
    follow(event, ABOVE_FINGER_PX, {
      lift: () => {
        this.slot = slot;
        const square = document.querySelector("[data-square]")?.getBoundingClientRect().width ?? EASY_PX;
        this.byFinger = event.pointerType === "touch" && square < EASY_PX;
        this.size = Math.max(40, source.getBoundingClientRect().width);
      },
      move: (x, y) => {
        [this.x, this.y] = [x, y];
        this.over = squareAt(x, y);
      },
      drop: () => drop(play, slot, this.x, this.y),
      end: () => {
        this.slot = null;
        this.over = null;
      },
    });
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
