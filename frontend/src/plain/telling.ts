/** Actions and events in words, by what their types and fields are called. */

import type { Choice } from "../protocol";
import type { Move, Names } from "../table/game";
import { N_ } from "../texts";
import { inShort, read, type Reading } from "./reading";
import { isRecord, wordsOf } from "./shapes";

/** What actions, events and figures are called in many games; anything else is shown by its English name. */
export const KNOWN = [
  N_("Accept"),
  N_("Bag size"),
  N_("Challenge"),
  N_("Deck size"),
  N_("Discard"),
  N_("Draw"),
  N_("Ended"),
  N_("Exchange"),
  N_("Lay"),
  N_("Pass"),
  N_("Place"),
  N_("Play"),
  N_("Racks"),
  N_("Ready"),
  N_("Reason"),
  N_("Resigned"),
  N_("Round"),
  N_("Scores"),
  N_("Sizes"),
  N_("Starter"),
  N_("Totals"),
  N_("Turns"),
];
/** More would not fit into the line of a move. */
const LONGEST = 120;
const LONGEST_SENTENCE = 60;

export interface Part {
  /** None where the action has but one field. */
  title: string;
  reading: Reading;
}

const typeOf = (it: unknown): string => (isRecord(it) && typeof it["type"] === "string" ? it["type"] : "");

/** The kind of an action: "Draw". */
export const kindOf = (action: unknown): string => wordsOf(typeOf(action));

/** What an action says beside its kind. */
export function partsOf(action: unknown, names: Names): Part[] {
  const fields = isRecord(action) ? Object.entries(action).filter(([key]) => key !== "type" && key !== "seat") : [];
  return fields.flatMap(([key, value]) => {
    const reading = value === false ? null : read(key, value, names);
    return reading ? [{ title: fields.length > 1 ? wordsOf(key) : "", reading }] : [];
  });
}

const partsText = (it: unknown, names: Names): string =>
  partsOf(it, names)
    .map(({ title, reading }) => (title ? `${title}: ${inShort(reading)}` : inShort(reading)))
    .filter((text) => text && text.length <= LONGEST)
    .join(", ");

/** An action or event on one line: "Draw", "Play 7", "Hint (seat: Ania, colour: red)". */
export function textOf(it: unknown, names: Names): string {
  const parts = partsText(it, names);
  return !parts ? kindOf(it) : `${kindOf(it)} ${parts.includes(":") ? `(${parts})` : parts}`;
}

/** The same without the names of its fields, as short as buttons want it: "Hint Ania · red". */
export const labelOf = (action: unknown, names: Names): string =>
  `${kindOf(action)} ${partsOf(action, names).map(({ reading }) => inShort(reading)).join(" · ")}`.trim();

/** What an action would make: words, sets, goals. */
export const gainOf = ({ made }: Choice): string => made.map(({ text }) => text).join(", ");

/** What has happened, in one sentence: a short event tells more than its line in the move list, a long one less. */
export function describe(event: unknown, names: Names, move?: Move): string | null {
  if (!move) {
    return null;
  }
  const whole = textOf(event, names);
  const text = whole.length > LONGEST_SENTENCE ? [move.text, move.detail].filter(Boolean).join(" ") : whole;
  return `${names.nameOf(move.seat)}: ${text}`;
}
