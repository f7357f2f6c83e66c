/** Events of the board game as sentences. */

import type { Move, Names } from "../../table/game";
import { begins } from "../../table/names";
import { counted, say } from "../../texts";
import type { Event } from "./types";

/** What has happened, in one sentence. */
export function describe(event: Event, names: Names, move?: Move): string | null {
  switch (event.type) {
    case "Placed": {
      const [first, ...others] = event.words.map((word) => word.text);
      const points = counted(event.points, "{n} point|{n} points");
      const also = others.length ? ` ${say("Also: {words}.", { words: others.join(", ") })}` : "";
      const told = [first ?? "", ...(move?.where === undefined ? [] : [move.where]), points];
      return `${names.nameOf(event.seat)}: ${told.join(", ")}.${also}`;
    }
    case "ChallengeUpheld":
      return say("{words}: not in the list. The play is withdrawn.", { words: event.words.join(", ") });
    case "ChallengeRejected":
      return say("{words}: in the list. The play stands.", { words: event.words.join(", ") });
    case "Exchanged":
      return counted(event.given[0].length + event.given[1], "{name} exchanges {n} tile.|{name} exchanges {n} tiles.", {
        name: names.nameOf(event.seat),
      });
    case "Passed":
      return say("{name} passes.", { name: names.nameOf(event.seat) });
    case "TurnLost":
      return say("{name} misses a turn.", { name: names.nameOf(event.seat) });
    case "OvertimeCounted":
      return counted(-event.points, "{name} goes into overtime: {n} point.|{name} goes into overtime: {n} points.", {
        name: names.nameOf(event.seat),
      });
    case "ClockExpired":
      return say("{name} has no time left.", { name: names.nameOf(event.seat) });
    case "Resigned":
      return say("{name} resigns.", { name: names.nameOf(event.seat) });
    case "StarterChosen":
      return begins(event.seat, names);
    case "Ended":
      return say("The game is over.");
    default:
      return null;
  }
}

/** Why the game ended. */
export function reason(why: string): string {
  const reasons: Record<string, string> = {
    out: say("All tiles were played."),
    passes: say("Everybody passed."),
    quiet: say("Too many turns went by without a play."),
    scoreless: say("Too many turns went by without points."),
    resigned: say("It ended by resignation."),
    time: say("Time was up."),
  };
  return reasons[why] ?? say(why);
}
