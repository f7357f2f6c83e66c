/** Squares and words on the board, as they are shown. What is allowed is the server's to say. */

import type { Square } from "../../table/places";
import { say } from "../../texts";
import type { Laid, View } from "./types";

/** A line of squares that a word covers. */
export interface Span extends Square {
  length: number;
  down: boolean;
}

export type Tiles = ReadonlyMap<number, Laid[2]>;

export const keyOf = (row: number, col: number): number => row * 100 + col;

/** What lies on the board, by square. */
export function laidTiles(view: View): Tiles {
  return new Map(view.table.laid.map(([row, col, tile]) => [keyOf(row, col), tile]));
}

/** The longest word through some squares of one line: the one in which they lie, or the longer of two. */
export function mainSpan(squares: readonly Square[], isCovered: (row: number, col: number) => boolean): Span | null {
  const first = squares[0];
  if (!first) {
    return null;
  }
  const sameRow = squares.every(({ row }) => row === first.row);
  const sameCol = squares.every(({ col }) => col === first.col);
  const spans = [...(sameRow ? [spanAt(first, false, isCovered)] : []), ...(sameCol ? [spanAt(first, true, isCovered)] : [])];
  return spans.sort((one, other) => other.length - one.length)[0] ?? null;
}

/** The squares of a word, from its beginning. */
export const squaresOf = ({ row, col, length, down }: Span): Square[] =>
  Array.from({ length }, (_, n) => (down ? { row: row + n, col } : { row, col: col + n }));

function spanAt({ row, col }: Square, down: boolean, isCovered: (row: number, col: number) => boolean): Span {
  const at = (n: number): [number, number] => (down ? [row + n, col] : [row, col + n]);
  let begin = 0;
  let end = 0;
  while (isCovered(...at(begin - 1))) {
    begin -= 1;
  }
  while (isCovered(...at(end + 1))) {
    end += 1;
  }
  const [startRow, startCol] = at(begin);
  return { row: startRow, col: startCol, length: end - begin + 1, down };
}

/** The class that gives a square its colour, by its sign: see signs.css. */
export const SIGN_CLASSES: Readonly<Record<string, string>> = {
  ".": "sign-plain",
  "*": "sign-start",
  d: "sign-d",
  t: "sign-t",
  D: "sign-D",
  T: "sign-T",
};

const PREMIUMS: Record<string, string> = {
  d: say("double letter"),
  t: say("triple letter"),
  D: say("double word"),
  T: say("triple word"),
  "*": say("start square, double word"),
};

/** What a sign of the layout multiplies, in words. */
export const premiumName = (sign: string): string => PREMIUMS[sign] ?? "";

/** A letter without its marks, for keyboards that lack it: Ż as Z, Ç as C, Ł as L. */
export function plain(letter: string): string {
  return letter.replace("Ł", "L").normalize("NFD").replace(/\p{M}/gu, "");
}
