/** The move list: what the server tells, and places on the board as the viewer calls them. */

import type { LineShown } from "../protocol";
import { say } from "../texts";
import type { Move, Names } from "./game";
import { spanName } from "./places";

/** The lines of a table; none where it has not told any. */
export const movesOf = (lines: readonly LineShown[] | undefined, names: Names): Move[] =>
  (lines ?? []).map((line) => moveOf(line, names));

function moveOf(line: LineShown, { notation }: Names): Move {
  if (!line.at) {
    return line;
  }
  const [row, col, down] = line.at;
  const place = spanName({ row, col, down }, notation);
  const detail = [place, line.detail].filter(Boolean).join(" ");
  return { ...line, detail, where: `${place} ${down ? say("down") : say("across")}` };
}
