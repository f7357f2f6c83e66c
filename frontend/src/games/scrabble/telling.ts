/** Events of the board game as lines of the move list and as sentences. */

import type { Envelope, TableEvent } from "../../protocol";
import type { Move, Names } from "../../table/game";
import { begins } from "../../table/names";
import { counted, say } from "../../texts";
import { keyOf, mainSpan, spanName } from "./squares";
import type { Event, Laid } from "./types";

/** The move list: plays with their place, and everything else that changes points or takes a turn. */
export function moves(events: readonly Envelope<Event>[], names: Names): Move[] {
  const list: Move[] = [];
  const totals: number[] = [];
  const covered = new Set<number>();
  let latest: { move: Move; tiles: readonly Laid[] } | null = null;
  const add = (seq: number, seat: number, text: string, points?: number, strong = false, detail?: string): Move => {
    totals[seat] = (totals[seat] ?? 0) + (points ?? 0);
    const move: Move = { seq, seat, text, strong, total: totals[seat], ...(points === undefined ? {} : { points }), ...(detail === undefined ? {} : { detail }) };
    list.push(move);
    return move;
  };
  const change = (move: Move, points: number) => {
    totals[move.seat] = (totals[move.seat] ?? 0) + points;
    move.points = (move.points ?? 0) + points;
    move.total = totals[move.seat] ?? 0;
  };
  for (const { seq, event } of events as readonly Envelope<Event>[]) {
    const told = event as Event | TableEvent;
    switch (told.type) {
      case "Placed": {
        told.tiles.forEach(([row, col]) => covered.add(keyOf(row, col)));
        const squares = told.tiles.map(([row, col]) => ({ row, col }));
        const span = mainSpan(squares, (row, col) => covered.has(keyOf(row, col)));
        const where = span ? spanName(span, names.notation) : "";
        latest = { move: add(seq, told.seat, told.words[0]?.text ?? "", told.points, true, where), tiles: told.tiles };
        if (span) {
          latest.move.where = `${where} ${span.down ? say("down") : say("across")}`;
        }
        break;
      }
      case "ChallengeUpheld":
        if (latest) {
          latest.tiles.forEach(([row, col]) => covered.delete(keyOf(row, col)));
          change(latest.move, -(latest.move.points ?? 0));
          latest.move.text = say("withdrawn: {word}", { word: latest.move.text });
          latest.move.strong = false;
        }
        break;
      case "ChallengeRejected":
        if (latest && told.mover_points) {
          change(latest.move, told.mover_points);
        }
        if (told.challenger_points) {
          add(seq, told.challenger, say("wrong challenge"), told.challenger_points);
        }
        break;
      case "Exchanged":
        add(seq, told.seat, say("exchange {n}", { n: told.given[0].length + told.given[1] }));
        break;
      case "Passed":
        add(seq, told.seat, told.timed_out ? say("time is up") : say("pass"));
        break;
      case "TurnLost":
        add(seq, told.seat, say("turn lost"));
        break;
      case "OvertimeCounted":
        add(seq, told.seat, say("overtime"), -told.points);
        break;
      case "ClockExpired":
        add(seq, told.seat, say("time is up"));
        break;
      case "Resigned":
        add(seq, told.seat, say("resigns"));
        break;
      case "Ended":
        told.adjustments.forEach((points, seat) => points && add(seq, seat, say("tiles left"), points));
        break;
      default:
        break;
    }
  }
  return list;
}

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
