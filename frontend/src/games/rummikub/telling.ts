/** Tiles, events and refusals of the number tiles in words. */

import type { Envelope, TableEvent } from "../../protocol";
import type { Move, Names } from "../../table/game";
import { begins } from "../../table/names";
import { say } from "../../texts";
import { restored } from "./mistakes";
import { JOKER, type Piece } from "./pieces";
import type { Event } from "./types";

/** What a tile is called: "7 black". */
export function tileName(face: string): string {
  const n = face.slice(1);
  switch (face[0]) {
    case "k":
      return say("{n} black", { n });
    case "r":
      return say("{n} red", { n });
    case "b":
      return say("{n} blue", { n });
    case "o":
      return say("{n} orange", { n });
    default:
      return say("joker");
  }
}

export function nameOf(origin: string, face: string): string {
  return origin === JOKER && face !== JOKER ? say("joker as {tile}", { tile: tileName(face) }) : tileName(face);
}

export const namesOf = (pieces: readonly Piece[]): string => pieces.map(({ origin, face }) => nameOf(origin, face)).join(", ");

const ONE = "(?:J=)?[kbro](?:1[0-3]|[1-9])|J";
const TILES = new RegExp(`\\b(?:${ONE})(?: (?:${ONE}))*\\b`, "g");

/** A sentence of the server, in which tiles have the short names that one types, for people who see tiles. */
export function readable(sentence: string, clause?: string | null): string {
  const named = sentence.replace(TILES, (tiles) =>
    tiles.split(" ").map((tile) => nameOf(tile[0] === JOKER ? JOKER : tile, tile.replace("J=", ""))).join(", "),
  );
  return clause ? `${named} (${clause})` : named;
}

/** The move list: what was laid, and everything else that takes a turn. The last figure is the tiles left. */
export function moves(events: readonly Envelope<Event>[], _names: Names): Move[] {
  const list: Move[] = [];
  const left: number[] = [];
  const add = (seq: number, seat: number, n: number, text: string, more: { strong?: boolean; detail?: string; points?: number } = {}) => {
    left[seat] = (left[seat] ?? 0) + n;
    list.push({ seq, seat, text, strong: false, total: left[seat], ...more });
  };
  for (const { seq, event } of events) {
    const told = event as Event | TableEvent;
    switch (told.type) {
      case "Dealt":
        left[told.seat] = told.rack[0].length + told.rack[1];
        break;
      case "Redealt":
        add(seq, told.seat, 0, say("new deal"));
        break;
      case "Laid": {
        const numbers = told.tiles.map(([, face]) => (face === JOKER ? JOKER : face.slice(1))).join(" ");
        add(seq, told.seat, -told.tiles.length, numbers, { strong: true, ...(told.opening ? { detail: say("opening") } : {}) });
        break;
      }
      case "Drawn":
        add(seq, told.seat, told.rack[0].length + told.rack[1], say("draws"));
        break;
      case "TableRestored":
        add(seq, told.seat, told.rack[0].length + told.rack[1], told.cause === "time" ? say("time is up") : say("mistake"));
        break;
      case "Passed":
        add(seq, told.seat, 0, told.timed_out ? say("time is up") : say("pass"));
        break;
      case "Resigned":
        add(seq, told.seat, 0, say("resigns"));
        break;
      case "Ended":
        told.scores.forEach((points, seat) => add(seq, seat, 0, say("result"), { points }));
        break;
      default:
        break;
    }
  }
  return list;
}

/** What has happened, in one sentence. */
export function describe(event: Event, names: Names): string | null {
  const name = "seat" in event ? names.nameOf(event.seat) : "";
  switch (event.type) {
    case "StarterChosen":
      return begins(event.seat, names);
    case "RedealOffered":
      return say("The tiles are dealt.");
    case "Redealt":
      return say("{name} asked for a new deal.", { name });
    case "Laid": {
      const tiles = event.tiles.map(([origin, face]) => nameOf(origin, face)).join(", ");
      return event.opening ? say("{name} opens with {tiles}.", { name, tiles }) : say("{name} lays {tiles}.", { name, tiles });
    }
    case "Drawn":
      return event.rack[0].length
        ? say("{name} draws {tiles}.", { name, tiles: event.rack[0].map(([, face]) => tileName(face)).join(", ") })
        : say("{name} draws a tile.", { name });
    case "TableRestored":
      return restored(event, name);
    case "Passed":
      return say("{name} passes.", { name });
    case "OpeningAnnounced":
      return say("{name} will open next.", { name });
    case "BankEmptied":
      return say("The bank is empty: everybody has one more move.");
    case "Resigned":
      return say("{name} resigns.", { name });
    case "Ended":
      return say("The game is over.");
    default:
      return null;
  }
}

/** Why the game ended. */
export function reason(why: string): string {
  const reasons: Record<string, string> = {
    out: say("Somebody has laid the last tile."),
    "bank empty": say("The bank is empty, and everybody has had the last move."),
    resigned: say("The others resigned."),
  };
  return reasons[why] ?? say(why);
}
