/** The clocks that the first page offers, and clocks in words. */

import type { Clock } from "../protocol";
import { counted, say } from "../texts";

const each = (minutes: number): Clock => ({ type: "game", seconds: 60 * minutes, overtime_s: null });
const CLOCKS: Record<string, Clock> = {
  none: { type: "none" },
  5: each(5),
  15: each(15),
  20: each(20),
  25: each(25),
  turn: { type: "turn", seconds: 60 },
  day: { type: "days", days: 1 },
};
/** What is chosen where nobody has chosen: the time that the game has by itself. */
export const OWN = "own";

/** A clock that can be chosen; null leaves it to the game. */
export interface Choice {
  id: string;
  clock: Clock | null;
  text: string;
}

/** What can be chosen for a game, first its own clock. */
export function choices(own: Clock): Choice[] {
  const others = Object.entries(CLOCKS).filter(([, clock]) => clockText(clock) !== clockText(own));
  return [
    { id: OWN, clock: null, text: say("{clock} (as the game has it)", { clock: clockText(own) }) },
    ...others.map(([id, clock]) => ({ id, clock, text: clockText(clock) })),
  ];
}

/** A clock in words. */
export function clockText(clock: Clock): string {
  switch (clock.type) {
    case "none":
      return say("no clock");
    case "days":
      return counted(clock.days, "{n} day a turn|{n} days a turn");
    case "game":
      return counted(clock.seconds / 60, "{n} minute each|{n} minutes each");
    case "turn":
      return clock.seconds % 60
        ? counted(clock.seconds, "{n} second a turn|{n} seconds a turn")
        : counted(clock.seconds / 60, "{n} minute a turn|{n} minutes a turn");
  }
}
