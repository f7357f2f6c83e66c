/** What few people change when they set up a table, and what it means for the table. */

import type { Clock, PresetShown, Terms } from "../protocol";
import { counted, say } from "../texts";

/** How far behind the play those are who watch, in seconds; without a number nobody may. */
export const WATCHING = {
  "0": say("see everything at once"),
  "30": say("see it 30 seconds later"),
  "300": say("see it 5 minutes later"),
  none: say("nobody may watch"),
};
/** What each minute begun beyond the time of a game costs. */
export const PRICES = ["5", "10"] as const;
/** How long one may go on at that price. */
const OVERTIME_S = 600;

/** What is chosen. */
export interface Extras {
  rated: boolean;
  watching: keyof typeof WATCHING;
  phrases: boolean;
  /** The price of a minute beyond the time; empty where there is none. */
  price: string;
}

const USUAL: Extras = { rated: false, watching: "0", phrases: false, price: "" };
const KEY = "options";

/** What was chosen last time. */
export function remembered(): Extras {
  try {
    const known = { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Extras>) };
    return known.watching in WATCHING ? known : { ...USUAL };
  } catch {
    return { ...USUAL };
  }
}

export const remember = (chosen: Extras): void => localStorage.setItem(KEY, JSON.stringify(chosen));

/** The price of a minute in words. */
export const priceText = (price: string): string =>
  counted(Number(price), "up to 10 minutes more, {n} point each|up to 10 minutes more, {n} points each");

/** Whether minutes beyond the time can be had: the game knows them, and there is a time for the whole game. */
export const sellsMinutes = (preset: PresetShown, clock: Clock): boolean =>
  preset.overtime !== null && clock.type === "game";

/** The terms of a table, of what is chosen as much as is possible there. */
export function termsOf(preset: PresetShown, clock: Clock, chosen: Extras, people: boolean, rated: boolean): Terms {
  const price = sellsMinutes(preset, clock) ? Number(chosen.price) : 0;
  return {
    clock: price && clock.type === "game" ? { ...clock, overtime_s: OVERTIME_S } : clock,
    rated: rated && chosen.rated,
    spectators: chosen.watching !== "none",
    delay_s: Number(chosen.watching) || 0,
    phrases_only: people && chosen.phrases,
    options: price && preset.overtime !== null ? { [preset.overtime]: price } : {},
  };
}
