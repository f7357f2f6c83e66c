/** Tiles, events and refusals of the number tiles in words. */

import type { Names } from "../../table/game";
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
