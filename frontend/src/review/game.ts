/**
 * What a game brings for looking back: `src/games/<name>/review.ts` has a default export made by `reviewing({...})`.
 * It is loaded by the pages that look back alone, so that the page of the game itself need not carry it.
 */

import type { Better } from "../protocol";
import type { Names } from "../table/game";
import type { Painter } from "./painter";

export interface Reviewing<View, Action, P> {
  /** What is drawn move by move: "Points after each move". */
  measure(): string;
  /** What should have been done, as a line of the list. */
  told(better: Better, names: Names): { text: string; strong: boolean; detail?: string };
  /** What it brings at once, in words: "34 points". */
  gained(n: number): string;
  /** What the one who sees this view has in hand, in words. */
  rack(view: View): string;
  /** Lay out an action that should have been done, on a board that is only looked at. */
  suggest(play: P, action: Action, gain: number): void;
  /** Draw what lies on the table at the end. */
  paint(painter: Painter, view: View): void;
}

/** A game whose types nobody but itself knows. */
export type AnyReviewing = Reviewing<unknown, unknown, unknown>;

/** Makes a game's default export; the one place where its types are forgotten. */
export function reviewing<View, Action, P>(it: Reviewing<View, Action, P>): AnyReviewing {
  return it as unknown as AnyReviewing;
}

const folders = import.meta.glob<{ default: AnyReviewing }>("../games/*/review.ts");

/** What a game brings, by its name on the server; null where it brings nothing. */
export async function loadReviewing(name: string): Promise<AnyReviewing | null> {
  const load = folders[`../games/${name}/review.ts`];
  return load ? (await load()).default : null;
}
