/** Dragging tiles by mouse, pen or finger: one, several, or a whole meld; to a meld, a free place or the rack. */

import { follow } from "../../table/pointer";
import type { Piece } from "./pieces";
import type { NumberPlay, Target } from "./play.svelte";

/** A finger hides what is under it: the tiles float above it, and fall where they are seen. */
const ABOVE_FINGER_PX = 40;
const EDGE_PX = 28;
const SCROLLED_PX = 5;

class Drag {
  /** What is in hand, and where it is on the screen. */
  pieces = $state.raw<readonly Piece[]>([]);
  x = $state(0);
  y = $state(0);
  width = $state(40);
  /** The meld under it, or "new" where a new one would begin. */
  over = $state<number | "new" | null>(null);

  holds(id: number): boolean {
    return this.pieces.some((piece) => piece.id === id);
  }

  /** Watch a pointer that went down on tiles; a short touch stays a tap. */
  begin(play: NumberPlay, pieces: readonly Piece[], event: PointerEvent): void {
    if (event.button !== 0 || !play.sitting.mayPrepare) {
      return;
    }
    event.stopPropagation();
    const source = event.currentTarget as HTMLElement;
    const tile = source.querySelector<HTMLElement>(".tile") ?? source;
    follow(event, ABOVE_FINGER_PX, {
      lift: () => {
        this.pieces = pieces;
        this.width = tile.getBoundingClientRect().width;
        this.#scroll();
      },
      move: (x, y) => {
        [this.x, this.y] = [x, y];
        const target = targetAt(x, y);
        this.over = target === "new" ? "new" : target && "meld" in target ? target.meld : null;
      },
      drop: () => {
        const ids = new Set(pieces.map(({ id }) => id));
        const target = targetAt(this.x, this.y);
        play.letGo = { ids, x: this.x, y: this.y };
        if (target) {
          play.move(ids, target);
        }
      },
      end: () => {
        this.pieces = [];
        this.over = null;
      },
    }, source.closest("[data-scrolls]") !== null);
  }

  /** While something is held near the upper or lower edge of the table, more of the table comes into sight. */
  #scroll(): void {
    const table = document.querySelector<HTMLElement>("[data-table]");
    const edges = table?.getBoundingClientRect();
    if (!table || !edges || !this.pieces.length) {
      return;
    }
    const isAbove = this.x > edges.left && this.x < edges.right && this.y > edges.top - EDGE_PX && this.y < edges.bottom;
    const step = !isAbove ? 0 : this.y < edges.top + EDGE_PX ? -SCROLLED_PX : this.y > edges.bottom - EDGE_PX ? SCROLLED_PX : 0;
    table.scrollTop += step;
    requestAnimationFrame(() => this.#scroll());
  }
}

export const drag = new Drag();

function targetAt(x: number, y: number): Target | null {
  const under = document.elementFromPoint(x, y);
  const meld = under?.closest<HTMLElement>("[data-meld]");
  if (meld) {
    return { meld: Number(meld.dataset["meld"]), before: nextTo(meld, x) };
  }
  const rack = under?.closest<HTMLElement>("[data-rack]");
  if (rack) {
    const place = under?.closest<HTMLElement>("[data-place]")?.dataset["place"];
    return { rack: place === undefined ? null : Number(place) };
  }
  return under?.closest("[data-table]") ? "new" : null;
}

/** The first tile of a meld that lies to the right of a point. */
function nextTo(meld: HTMLElement, x: number): number | null {
  const tiles = [...meld.querySelectorAll<HTMLElement>("[data-piece]")];
  const next = tiles.find((tile) => {
    const { left, width } = tile.getBoundingClientRect();
    return x < left + width / 2;
  });
  return next ? Number(next.dataset["piece"]) : null;
}
