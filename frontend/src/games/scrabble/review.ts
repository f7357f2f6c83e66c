/** Looking back at the board game. */

import { reviewing } from "../../review/game";
import type { Painter } from "../../review/painter";
import { spanName } from "../../table/places";
import { counted, say } from "../../texts";
import type { BoardPlay } from "./play.svelte";
import { keyOf, laidTiles } from "./squares";
import type { Action, View } from "./types";

const GROUNDS: Record<string, string> = { d: "dl", t: "tl", D: "dw", "*": "dw", T: "tw" };
const BLANK = "?";

export default reviewing<View, Action, BoardPlay>({
  measure: () => say("Points after each move"),

  told({ action, words, at }, names) {
    const it = action as Action;
    if (it.type === "Exchange") {
      const tiles = it.tiles.map(([origin]) => (origin === BLANK ? say("blank") : origin)).join(" ");
      return { text: say("exchange {tiles}", { tiles }), strong: false };
    }
    if (it.type !== "Place") {
      return { text: say("pass"), strong: false };
    }
    const detail = at ? { detail: spanName({ row: at[0], col: at[1], down: at[2] }, names.notation) } : {};
    return { text: words[0] ?? "", strong: true, ...detail };
  },

  gained: (n) => counted(n, "{n} point|{n} points"),
  rack: (view) => view.rack.map(([origin]) => (origin === BLANK ? say("blank") : origin)).join(" "),

  suggest(play, action, gain) {
    if (action.type !== "Place") {
      return;
    }
    for (const [row, col, [origin, face]] of action.tiles) {
      const slot = play.slots.find((each) => each !== null && each.letter === origin && each.at === null);
      if (slot) {
        slot.at = { row, col, face };
      }
    }
    play.found = { action, made: [], points: gain, clause: null, problem: null, parts: [] };
  },

  paint(painter, view) {
    const { rows } = view.table.options.layout;
    const side = Math.min(painter.box.width, painter.box.height);
    const rim = side * 0.012;
    const size = (side - 2 * rim) / rows.length;
    const left = painter.box.x + (painter.box.width - side) / 2;
    const top = painter.box.y + (painter.box.height - side) / 2;
    painter.lying(side * 0.012, () => painter.fill(left, top, side, side, "board-rim", side * 0.02));
    painter.fill(left + rim, top + rim, side - 2 * rim, side - 2 * rim, "board-line", side * 0.008);
    const laid = laidTiles(view);
    const values = new Map(view.table.options.tiles.kinds.map(([letter, , value]) => [letter, value]));
    rows.forEach((signs, row) =>
      [...signs].forEach((sign, col) => {
        const [x, y] = [left + rim + col * size, top + rim + row * size];
        const tile = laid.get(keyOf(row, col));
        const gap = size * 0.03;
        painter.fill(x + gap, y + gap, size - 2 * gap, size - 2 * gap, GROUNDS[sign] ?? "sq", size * 0.09);
        if (tile) {
          paintTile(painter, x, y, size, tile, values.get(tile[1]) ?? 0);
        }
      }),
    );
  },
});

function paintTile(painter: Painter, x: number, y: number, size: number, [origin, face]: readonly [string, string], value: number): void {
  const isBlank = origin !== face;
  painter.fill(x, y, size, size, "tile-edge", size * 0.13);
  painter.fill(x, y, size, size * 0.945, "tile", size * 0.13);
  painter.text(face, x + size * 0.44, y + size * 0.68, size * 0.6, isBlank ? "blank-ink" : "tile-ink", { weight: 650, align: "center" });
  if (!isBlank) {
    painter.text(String(value), x + size * 0.93, y + size * 0.88, size * 0.27, "tile-ink-2", { weight: 700, align: "right" });
  }
}
