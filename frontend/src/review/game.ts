/**
 * What a game brings for looking back: `src/games/<name>/review.ts` has a default export made by `reviewing({...})`.
 * It is loaded by the pages that look back alone, so that the page of the game itself need not carry it. Games without
 * one share `src/plain/review.ts`; what that does not say either is said here.
 */

import type { Better, Sum, Verdict } from "../protocol";
import type { Names } from "../table/game";
import { counted, number, say } from "../texts";
import type { Told } from "./back.svelte";
import type { Painter } from "./painter";
import { lossAMove } from "./words";

export interface Figure {
  value: string;
  label: string;
}

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
  /** Draw what lies on the table at the end; null where there is no such picture. */
  paint: ((painter: Painter, view: View) => void) | null;
  /** A move that lost so much is worth a sentence. */
  grave: number;
  /** The one sentence about a player's moves, some of which lost much: "In two moves, 31 points got away." */
  headline(judged: readonly Told[], grave: readonly Told[]): string;
  /** What is to be said of all the other moves, if anything. */
  rest(judged: readonly Told[], grave: readonly Told[]): string;
  /** What is to be said of a move beside what it lost: "with the bonus". */
  remarks(verdict: Verdict): string[];
  /** What can be counted of a player's moves. */
  figures(judged: readonly Told[], grave: readonly Told[]): Figure[];
  /** What can be counted of all one's games together. */
  sums(sum: Sum): Figure[];
}

/** A game whose types nobody but itself knows. */
export type AnyReviewing = Reviewing<unknown, unknown, unknown>;

/** What is said of a game that says nothing itself. */
const PLAIN: AnyReviewing = {
  measure: () => say("After each move"),
  told: ({ action, made }) => ({ text: made.join(", ") || (action as { type: string }).type, strong: made.length > 0 }),
  gained: number,
  rack: () => "",
  suggest: () => undefined,
  paint: null,
  grave: 1,
  headline: (judged, grave) =>
    grave.length
      ? counted(judged.length, "{m} of {n} move could have been better.|{m} of {n} moves could have been better.", { m: number(grave.length) })
      : say("No move could have been much better."),
  rest: () => "",
  remarks: () => [],
  figures: (judged) => [{ value: number(Math.round(10 * lossAMove(judged)) / 10), label: say("loss per move") }],
  sums: (sum) => [{ value: number(sum.loss), label: say("loss per move") }],
};

/** Makes a game's default export, plain where it says nothing; the one place where its types are forgotten. */
export function reviewing<View, Action, P>(it: Partial<Reviewing<View, Action, P>>): AnyReviewing {
  return { ...PLAIN, ...(it as Partial<AnyReviewing>) };
}

const folders = import.meta.glob<{ default: AnyReviewing }>("../games/*/review.ts");

/** What a game brings, by its name on the server; what is known of any game where it brings nothing. */
export async function loadReviewing(name: string): Promise<AnyReviewing> {
  const load = folders[`../games/${name}/review.ts`] ?? (() => import("../plain/review"));
  return (await load()).default;
}
