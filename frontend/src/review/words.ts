/** What is said of a game that is looked back at: sentences first, numbers after. */

import { counted, number, say } from "../texts";
import type { Told, LookingBack } from "./back.svelte";

/** A move that lost so much is worth a sentence; a game that loses less a move on the average is nearly flawless. */
const WORTH_TELLING = { points: 5, tiles: 1 } as const;
const NEARLY_FLAWLESS = 2;

export type Unit = keyof typeof WORTH_TELLING;

/** The one sentence: how much got away, and in how many moves. */
export function headline(back: LookingBack): string {
  const { review } = back;
  if (!review?.done || review.unit === null || !back.judged.length) {
    return ending(back);
  }
  const said = review.unit === "tiles" ? tilesLeft(back.judged) : pointsLost(back.judged);
  return back.isOwn ? said : `${back.nameOf(back.seat)}: ${said}`;
}

function pointsLost(judged: readonly Told[]): string {
  const grave = graveOf(judged, "points");
  if (!grave.length) {
    return say("Hardly a point got away.");
  }
  const points = Math.round(grave.reduce((sum, each) => sum + lossOf(each), 0));
  return counted(points, "{where}, {n} point got away.|{where}, {n} points got away.", { where: where(grave.length) });
}

function where(n: number): string {
  const words = [say("In one move"), say("In two moves"), say("In three moves"), say("In four moves")];
  return words[n - 1] ?? counted(n, "In {n} move|In {n} moves");
}

function tilesLeft(judged: readonly Told[]): string {
  const n = graveOf(judged, "tiles").length;
  return n
    ? counted(judged.length, "More could be laid in {m} of {n} turn.|More could be laid in {m} of {n} turns.", { m: number(n) })
    : say("Everything that could be laid was laid.");
}

/** Who won; others do not know who «you» is. */
export const ending = ({ seen, table }: LookingBack, toOthers = false): string => (toOthers ? table.result : seen.result) ?? "";

/** The line under it: the result, and what is to be said of all the other moves. */
export function second(back: LookingBack): string {
  const scores = back.seen.kind === "versus" ? (back.seen.outcome?.scores ?? []) : [];
  const order = [back.seat, ...back.table.seats.map((_, seat) => seat).filter((seat) => seat !== back.seat)];
  const result = order.map((seat) => `${back.nameOf(seat)} ${number(scores[seat] ?? 0)}`).join(" : ");
  const rest = back.review?.done && back.review.unit === "points" && restIsGood(back.judged) ? ` ${say("The other moves were nearly flawless.")}` : "";
  const told = headline(back) === ending(back) ? "" : `${ending(back)} `;
  return scores.length ? `${told}${result}.${rest}` : told;
}

function restIsGood(judged: readonly Told[]): boolean {
  const grave = new Set(graveOf(judged, "points"));
  const rest = judged.filter((each) => !grave.has(each));
  return grave.size > 0 && grave.size <= rest.length / 2 && rest.length > 0 && rest.reduce((sum, each) => sum + lossOf(each), 0) / rest.length < NEARLY_FLAWLESS;
}

export const lossOf = (told: Told): number => told.turn?.verdict.loss ?? 0;

/** The moves that lost much. */
export function graveOf(judged: readonly Told[], unit: string | null): Told[] {
  return judged.filter((each) => lossOf(each) >= WORTH_TELLING[unit === "tiles" ? "tiles" : "points"]);
}

/** A loss as it stands in the list: "−19", "0". */
export const lossText = (loss: number): string => number(-Math.round(loss) || 0);

export interface Figure {
  value: string;
  label: string;
}

/** What can be counted of a player's moves. */
export function figures(back: LookingBack): Figure[] {
  const { judged, review } = back;
  if (!judged.length || !review) {
    return [];
  }
  const verdicts = judged.map(({ turn }) => turn?.verdict);
  const loss = judged.reduce((sum, each) => sum + lossOf(each), 0) / judged.length;
  const average = number(Math.round(10 * loss) / 10);
  if (review.unit === "tiles") {
    const laid = judged.length - graveOf(judged, "tiles").length;
    return [
      { value: average, label: say("tiles a turn could still be laid") },
      { value: say("{n} of {m}", { n: laid, m: judged.length }), label: say("turns in which all was laid") },
    ];
  }
  const found = verdicts.filter((each) => each?.bonus === "found").length;
  const missed = verdicts.filter((each) => each?.bonus === "missed").length;
  const points = judged.reduce((sum, { move }) => sum + (move.points ?? 0), 0) / judged.length;
  return [
    { value: average, label: say("points lost a move") },
    { value: say("{n} of {m}", { n: found, m: found + missed }), label: say("bonuses found") },
    { value: number(Math.round(10 * points) / 10), label: say("points a move") },
    { value: number(verdicts.reduce((sum, each) => sum + (each?.wrong.length ?? 0), 0)), label: say("words not in the list") },
  ];
}
