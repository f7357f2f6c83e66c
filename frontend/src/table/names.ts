/** What those at a table are called. Bots bear the names of trees, the stronger the harder the wood. */

import { N_, say } from "../texts";
import type { SeatShown } from "../protocol";
import type { Names } from "./game";

const TREES: Record<string, string> = {
  beginner: N_("Linden"),
  casual: N_("Birch"),
  club: N_("Ash"),
  expert: N_("Beech"),
  champion: N_("Oak"),
};

/** The name of a bot of a level; several of them at a table are told apart by `n`. */
export function botName(level: string, n = 1): string {
  const tree = TREES[level];
  const name = tree === undefined ? say(level) : say(tree);
  return n > 1 ? `${name} ${n}` : name;
}

/** The name of who sits at a place. */
export function seatName(seats: readonly (SeatShown | null)[], place: number): string {
  const seat = seats[place];
  if (!seat) {
    return say("free");
  }
  if (seat.bot !== null) {
    const before = seats.slice(0, place + 1).filter((other) => other?.bot === seat.bot);
    return botName(seat.bot, before.length);
  }
  return seat.name || say("guest");
}

/** Who makes the first move: a newcomer has no name yet by which to know himself. */
export const begins = (seat: number, names: Names): string =>
  seat === names.seat ? say("You begin.") : say("{name} begins.", { name: names.nameOf(seat) });
