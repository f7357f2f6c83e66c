/** Looking back at the board game. */

import { reviewing } from "../../review/game";
import type { Painter } from "../../review/painter";
import { lossAMove, lossOf } from "../../review/words";
import { spanName } from "../../table/places";
import { counted, number, say } from "../../texts";
import type { BoardPlay } from "./play.svelte";
import { keyOf, laidTiles } from "./squares";
import type { Action, View } from "./types";

const GROUNDS: Record<string, string> = { d: "dl", t: "tl", D: "dw", "*": "dw", T: "tw" };
const BLANK = "?";
/** Named in `game.toml`. */
const BONUS = "bonus";
/** Moves that lose less than this on the average are nearly flawless. */
const NEARLY_FLAWLESS = 2;

export default reviewing<View, Action, BoardPlay>({
  measure: () => say("Points after each move"),

  told({ action, made, at }, names) {
    const it = action as Action;
    if (it.type === "Exchange") {
      const tiles = it.tiles.map(([origin]) => (origin === BLANK ? say("blank") : origin)).join(" ");
      return { text: say("exchange {tiles}", { tiles }), strong: false };
    }
    if (it.type !== "Place") {
      return { text: say("pass"), strong: false };
    }
    const detail = at ? { detail: spanName({ row: at[0], col: at[1], down: at[2] }, names.notation) } : {};
    return { text: made[0] ?? "", strong: true, ...detail };
  },

  gained: (n) => counted(n, "{n} point|{n} points"),
  rack: (view) => view.rack.map(([origin]) => (origin === BLANK ? say("blank") : origin)).join(" "),

  grave: 5,

  headline(_, grave) {
    if (!grave.length) {
      return say("Hardly a point got away.");
    }
    const points = Math.round(grave.reduce((sum, each) => sum + lossOf(each), 0));
    return counted(points, "{where}, {n} point got away.|{where}, {n} points got away.", { where: where(grave.length) });
  },

  rest(judged, grave) {
    const rest = judged.filter((each) => !grave.includes(each));
    const isGood = grave.length > 0 && rest.length > 0 && grave.length <= rest.length / 2 && lossAMove(rest) < NEARLY_FLAWLESS;
    return isGood ? say("The other moves were nearly flawless.") : "";
  },

  remarks: ({ earned, missed, doubtful }) => [
    earned.includes(BONUS) ? say("with the bonus") : missed.includes(BONUS) ? say("a bonus was possible") : "",
    doubtful.length ? say("not in the list: {words}", { words: doubtful.join(", ") }) : "",
  ],

  figures(judged) {
    const verdicts = judged.flatMap(({ turn }) => (turn ? [turn.verdict] : []));
    const found = verdicts.filter(({ earned }) => earned.includes(BONUS)).length;
    const missed = verdicts.filter((each) => each.missed.includes(BONUS)).length;
    const points = judged.reduce((sum, { move }) => sum + (move.points ?? 0), 0) / judged.length;
    return [
      { value: tenths(lossAMove(judged)), label: say("points lost a move") },
      { value: say("{n} of {m}", { n: found, m: found + missed }), label: say("bonuses found") },
      { value: tenths(points), label: say("points a move") },
      { value: number(verdicts.reduce((sum, { doubtful }) => sum + doubtful.length, 0)), label: say("words not in the list") },
    ];
  },

  sums({ loss, earned, missed, doubtful }) {
    const [found = 0, gone = 0] = [earned[BONUS], missed[BONUS]];
    return [
      { value: number(loss), label: say("points lost a move") },
      { value: say("{n} of {m}", { n: found, m: found + gone }), label: say("bonuses found") },
      { value: number(doubtful.length), label: say("words not in the list") },
    ];
  },

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

const tenths = (value: number): string => number(Math.round(10 * value) / 10);

function where(n: number): string {
  const words = [say("In one move"), say("In two moves"), say("In three moves"), say("In four moves")];
  return words[n - 1] ?? counted(n, "In {n} move|In {n} moves");
}

function paintTile(painter: Painter, x: number, y: number, size: number, [origin, face]: readonly [string, string], value: number): void {
  const isBlank = origin !== face;
  painter.fill(x, y, size, size, "tile-edge", size * 0.13);
  painter.fill(x, y, size, size * 0.945, "tile", size * 0.13);
  painter.text(face, x + size * 0.44, y + size * 0.68, size * 0.6, isBlank ? "blank-ink" : "tile-ink", { weight: 650, align: "center" });
  if (!isBlank) {
    painter.text(String(value), x + size * 0.93, y + size * 0.88, size * 0.27, "tile-ink-2", { weight: 700, align: "right" });
  }
}
