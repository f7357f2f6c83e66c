/** Looking back at the number tiles. */

import { reviewing } from "../../review/game";
import type { Painter } from "../../review/painter";
import { lossAMove } from "../../review/words";
import { counted, number, say } from "../../texts";
import { adopted, JOKER } from "./pieces";
import type { NumberPlay } from "./play.svelte";
import { tileName } from "./telling";
import type { Action, View } from "./types";

const INKS: Record<string, string> = { k: "n-black", r: "n-red", b: "n-blue", o: "n-orange" };
/** Of a tile: its height, the room around it, and that between two sets, where its width is one. */
const HIGH = 4 / 3;
const GAP = 0.07;
const APART = 0.5;

type Sets = readonly (readonly (readonly [string, string])[])[];

export default reviewing<View, Action, NumberPlay>({
  measure: () => say("Tiles in hand after each move"),
  told: ({ made }) => ({ text: made.map((tile) => (tile === JOKER ? JOKER : tile.slice(1))).join(" "), strong: true }),
  gained: (n) => counted(n, "{n} number tile|{n} number tiles"),
  rack: (view) => [...view.rack].sort(byColour).map(([origin]) => tileName(origin)).join(", "),

  grave: 1,
  headline: (judged, grave) =>
    grave.length
      ? counted(judged.length, "More could be laid in {m} of {n} turn.|More could be laid in {m} of {n} turns.", { m: number(grave.length) })
      : say("Everything that could be laid was laid."),
  figures: (judged, grave) => [
    { value: number(Math.round(10 * lossAMove(judged)) / 10), label: say("tiles a turn could still be laid") },
    { value: say("{n} of {m}", { n: judged.length - grave.length, m: judged.length }), label: say("turns in which all was laid") },
  ],
  sums: (sum) => [{ value: number(sum.loss), label: say("tiles a turn could still be laid") }],

  suggest(play, action) {
    if (action.type === "Lay") {
      play.steps = [play.base, adopted(action.table, play.base, play.order)];
      play.at = 1;
    }
  },

  paint(painter, view) {
    const { box } = painter;
    const { melds } = view.table;
    let width = box.width / 8;
    while (width > 12 && linesOf(melds, box.width / width) * (HIGH + APART) * width > box.height) {
      width *= 0.96;
    }
    let [x, y] = [box.x, box.y];
    for (const meld of melds) {
      const long = meld.length * (1 + GAP) * width;
      if (x > box.x && x + long > box.x + box.width) {
        [x, y] = [box.x, y + (HIGH + APART) * width];
      }
      painter.fill(x - width * 0.12, y - width * 0.12, long + width * 0.18, (HIGH + 0.24) * width, "paper-3", width * 0.2);
      meld.forEach((tile, n) => paintTile(painter, x + n * (1 + GAP) * width, y, width, tile));
      x += long + APART * width;
    }
  },
});

const byColour = ([one]: readonly [string, string], [other]: readonly [string, string]): number =>
  (one[0] ?? "").localeCompare(other[0] ?? "") || Number(one.slice(1)) - Number(other.slice(1));

/** How many lines the sets take, where so many tiles fit into one. */
function linesOf(melds: Sets, fits: number): number {
  let [lines, used] = [1, 0];
  for (const meld of melds) {
    const long = meld.length * (1 + GAP);
    if (used > 0 && used + long > fits) {
      lines += 1;
      used = 0;
    }
    used += long + APART;
  }
  return lines;
}

function paintTile(painter: Painter, x: number, y: number, width: number, [origin, face]: readonly [string, string]): void {
  const high = HIGH * width;
  painter.fill(x, y, width, high, "n-edge", width * 0.13);
  painter.fill(x, y, width, high * 0.96, "n-tile", width * 0.13);
  const [middle, low, half] = [x + width / 2, y + high * 0.8, width * 0.11];
  if (origin === JOKER) {
    ["k", "r", "b", "o"].forEach((colour, n) =>
      paintShape(painter, colour, middle + (n % 2 ? 1 : -1) * width * 0.2, y + high * (n < 2 ? 0.35 : 0.62), width * 0.13),
    );
    return;
  }
  const colour = face[0] ?? "k";
  painter.text(face.slice(1), middle, y + high * 0.58, width * 0.62, INKS[colour] ?? "n-black", { weight: 750, align: "center" });
  paintShape(painter, colour, middle, low, half);
}

/** The four shapes that go with the colours: circle, diamond, square, triangle. */
function paintShape(painter: Painter, colour: string, x: number, y: number, half: number): void {
  const ink = INKS[colour] ?? "n-black";
  if (colour === "k") {
    painter.circle(x, y, half, ink);
  } else if (colour === "r") {
    painter.shape([[x, y - half * 1.2], [x + half * 1.2, y], [x, y + half * 1.2], [x - half * 1.2, y]], ink);
  } else if (colour === "b") {
    painter.fill(x - half, y - half, 2 * half, 2 * half, ink);
  } else {
    painter.shape([[x, y - half], [x + half * 1.15, y + half], [x - half * 1.15, y + half]], ink);
  }
}
