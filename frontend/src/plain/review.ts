/** Looking back at a game without a folder: what its actions are called, and what lay there. */

import { reviewing } from "../review/game";
import type { PlainPlay } from "./play.svelte";
import { inHand, tileText } from "./reading";
import { isListOf, isRack, isTile, type Pair } from "./shapes";
import { kindOf } from "./telling";

/** Of a tile: the room around it as a share of its side, and how large it is at most in the picture. */
const GAP = 0.12;
const LARGEST = 96;

export default reviewing<unknown, unknown, PlainPlay>({
  told: ({ action, made }) => ({ text: made.join(", ") || kindOf(action), strong: made.length > 0 }),
  rack: (view) => inHand(view).map(tileText).join(" "),

  paint(painter, view) {
    const { box } = painter;
    painter.fill(box.x, box.y, box.width, box.height, "paper", 24);
    const rows = rowsOf(view);
    const longest = Math.max(1, ...rows.map((row) => row.length));
    const side = Math.min(LARGEST, (0.9 * box.width) / (longest * (1 + GAP)), (0.9 * box.height) / (rows.length * (1 + 2 * GAP)));
    const top = box.y + (box.height - rows.length * side * (1 + 2 * GAP)) / 2;
    rows.forEach((row, line) => {
      const left = box.x + (box.width - row.length * side * (1 + GAP)) / 2;
      row.forEach((tile, n) => {
        const [x, y] = [left + n * side * (1 + GAP), top + line * side * (1 + 2 * GAP)];
        painter.fill(x, y, side, side, "tile-edge", side * 0.13);
        painter.fill(x, y, side, side * 0.945, "tile", side * 0.13);
        painter.text(tile[1], x + side / 2, y + side * 0.66, side * 0.5, "tile-ink", { weight: 650, align: "center", most: side * 0.86 });
      });
    });
  },
});

/** All rows of tiles that can be seen, wherever they lie. */
function rowsOf(value: unknown): readonly (readonly Pair[])[] {
  if (isRack(value)) {
    return value[0].length ? [value[0]] : [];
  }
  if (isListOf(value, isTile)) {
    return [value];
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(rowsOf) : [];
}
