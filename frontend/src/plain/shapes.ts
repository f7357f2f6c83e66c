/** What can be told of a value by its shape alone: tiles are pairs of texts, a rack is known tiles and how many more. */

import { say } from "../texts";

export type Pair = readonly [origin: string, face: string];
export type Record = { readonly [key: string]: unknown };

/** No face of a tile or card is longer; other pairs of texts are just texts. */
const LONGEST_FACE = 4;
const SMALLEST_GRID = 3;

export const isRecord = (value: unknown): value is Record =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isFace = (value: unknown): boolean => typeof value === "string" && value.length > 0 && value.length <= LONGEST_FACE;

export const isTile = (value: unknown): value is Pair => Array.isArray(value) && value.length === 2 && value.every(isFace);

export const isListOf = <T>(value: unknown, test: (part: unknown) => part is T): value is readonly T[] =>
  Array.isArray(value) && value.length > 0 && value.every(test);

export const isRack = (value: unknown): value is readonly [known: readonly Pair[], unknown: number] =>
  Array.isArray(value) && value.length === 2 && Array.isArray(value[0]) && value[0].every(isTile) && Number.isInteger(value[1]);

/** A tile on a square: row, column, tile. */
export const isLaid = (value: unknown): value is readonly [row: number, col: number, tile: Pair] =>
  Array.isArray(value) && value.length === 3 && Number.isInteger(value[0]) && Number.isInteger(value[1]) && isTile(value[2]);

/** The squares of a board: some rows of equal length, a sign for each square. */
export const isGrid = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length >= SMALLEST_GRID &&
  value.every((row) => typeof row === "string" && row.length >= SMALLEST_GRID && row.length === (value[0] as string).length);

/** Fingerprints are for programs. */
export const isFingerprint = (value: unknown): boolean => typeof value === "string" && /^[0-9a-f]{32,}$/.test(value);

/** The first part of a value with a shape, however deep it lies. */
export function found<T>(value: unknown, test: (part: unknown) => part is T): T | undefined {
  if (test(value)) {
    return value;
  }
  for (const part of typeof value === "object" && value !== null ? Object.values(value) : []) {
    const inside = found(part, test);
    if (inside !== undefined) {
      return inside;
    }
  }
  return undefined;
}

/** `bag_size`, `n_turns` and `TilesDrawn` as words, translated where they are known; what is printed on a tile as it is. */
export function wordsOf(name: string): string {
  if (name.length < 3 || /\d/.test(name)) {
    return name;
  }
  const spaced = name.replace(/^n_/, "").replaceAll("_", " ").replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  return say(`${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`);
}
