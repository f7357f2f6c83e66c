/** What is said of a game that is looked back at: sentences first, numbers after. */

import { number } from "../texts";
import type { Told, LookingBack } from "./back.svelte";

/** The one sentence: how much got away, and in how many moves. */
export function headline(back: LookingBack): string {
  const { review } = back;
  if (!review?.done || review.unit === null || !back.judged.length) {
    return ending(back);
  }
  const said = back.reviewing.headline(back.judged, graveOf(back, back.judged));
  return back.isOwn ? said : `${back.nameOf(back.seat)}: ${said}`;
}

/** Who won; others do not know who «you» is. */
export const ending = ({ seen, table }: LookingBack, toOthers = false): string => (toOthers ? table.result : seen.result) ?? "";

/** The line under it: the result, and what is to be said of all the other moves. */
export function second(back: LookingBack): string {
  const scores = back.seen.kind === "versus" ? (back.seen.outcome?.scores ?? []) : [];
  const order = [back.seat, ...back.table.seats.map((_, seat) => seat).filter((seat) => seat !== back.seat)];
  const result = order.map((seat) => `${back.nameOf(seat)} ${number(scores[seat] ?? 0)}`).join(" : ");
  const rest = back.review?.done && back.judged.length ? back.reviewing.rest(back.judged, graveOf(back, back.judged)) : "";
  const told = headline(back) === ending(back) ? "" : `${ending(back)} `;
  return scores.length ? `${told}${result}.${rest && ` ${rest}`}` : told;
}

export const lossOf = (told: Told): number => told.turn?.verdict.loss ?? 0;

/** What moves have lost on the average. */
export const lossAMove = (judged: readonly Told[]): number => judged.reduce((sum, each) => sum + lossOf(each), 0) / judged.length;

/** The moves that lost much. */
export const graveOf = ({ reviewing }: LookingBack, judged: readonly Told[]): Told[] =>
  judged.filter((each) => lossOf(each) >= reviewing.grave);

/** A loss as it stands in the list: "−19", "0". */
export const lossText = (loss: number): string => number(-Math.round(loss) || 0);
