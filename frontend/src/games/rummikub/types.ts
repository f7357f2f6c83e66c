// Made by `make protocol` from the types of the server. Do not edit.

import type {
  Act,
  Message,
  Outcome,
  Rack,
  Resign,
  TableShown,
  Tile,
  TimedOut,
} from "../../protocol";

export const VERSION = 1;

/**
 * Show the whole new table: all that lay there and tiles of the own rack, in sets.
 *
 * A joker may say which tile it stands for; sets that nobody touched keep what their jokers stood for.
 */
export interface Lay {
  type: "Lay";
  table: Tile[][];
}

/** Take a tile from the bank. */
export interface ActionsDraw {
  type: "Draw";
}

/** Do nothing, once the bank is empty. */
export interface Pass {
  type: "Pass";
}

/** Play with the tiles that were dealt. */
export interface Ready {
  type: "Ready";
}

/** Ask for a new deal because of three doublets. */
export interface Redeal {
  type: "Redeal";
}

/** Say, after drawing, that the next turn will be the opening. */
export interface AnnounceOpening {
  type: "AnnounceOpening";
}

export type Action =
  | Lay
  | ActionsDraw
  | Pass
  | Ready
  | Redeal
  | AnnounceOpening
  | Resign
  | TimedOut;

/** The rules and the seats are settled. */
export interface Started {
  type: "Started";
  options: Options;
  seats: number;
  commitment: string | null;
}

/**
 * The rules of one game and the results of the games before it in a match.
 *
 * Everything has bounds: whoever sets up a table chooses freely, and others have to play, show and store it.
 */
export interface Options {
  /** How often each number of each colour is in the box, and how many jokers. */
  n_copies: number;
  n_jokers: number;
  min_players: number;
  max_players: number;
  rack_size: number;
  /** So many doublets let a seat ask for a new deal; None: nobody is asked. */
  redeal_doublets: number | null;
  opening_points: number;
  /** What may be done with a joker on the table. */
  jokers: "rulebook" | "strict";
  /** The time for a turn; None: as long as one likes. The table keeps the clock. */
  turn_seconds: number | null;
  /** What a table with a mistake leads to, and how many tiles a penalty is. */
  invalid: "penalty" | "refuse";
  penalty_tiles: number;
  /** Whether an opening that the latest tile made possible has to be announced to be excused. */
  announce: "automatic" | "required";
  /** Whether seats that have not opened pay for it when the bank is empty too. */
  unopened_pay_always: boolean;
  /** Who begins: None draws tiles for it, a seat was agreed or comes from an earlier game. */
  starter: number | null;
  /** The points of the earlier games of this match, a row for each. */
  earlier_games: number[][];
}

/** Some seats drew a tile for the first move; the tiles go back. */
export interface StarterDrawn {
  type: "StarterDrawn";
  drawn: [number, Tile][];
}

/** This seat moves first. */
export interface StarterChosen {
  type: "StarterChosen";
  seat: number;
}

/** A seat got its first tiles; others see only how many. */
export interface Dealt {
  type: "Dealt";
  seat: number;
  rack: Rack;
}

/** Everybody is asked whether to play with these tiles. */
export interface RedealOffered {
  type: "RedealOffered";
}

/** A seat plays with what it has. */
export interface ReadySaid {
  type: "ReadySaid";
  seat: number;
  timed_out: boolean;
}

/** A seat asked for a new deal, and all racks went back to the bank. */
export interface Redealt {
  type: "Redealt";
  seat: number;
  racks: Rack[];
}

/** A seat took a tile from the bank instead of laying; others do not see which. */
export interface Drawn {
  type: "Drawn";
  seat: number;
  rack: Rack;
}

/** A seat laid tiles of its rack, and this is the table now. */
export interface Laid {
  type: "Laid";
  seat: number;
  table: Tile[][];
  tiles: Tile[];
  opening: boolean;
}

/**
 * A seat ran out of time or made a mistake: the table is as before, and a penalty was drawn.
 *
 * Only that seat is told what the mistake was, as the sentence names its tiles.
 */
export interface TableRestored {
  type: "TableRestored";
  seat: number;
  cause: "mistake" | "time";
  rack: Rack;
  clause: string | null;
  problem: Message | null;
}

/** A seat did nothing, by choice or because its time was up. */
export interface Passed {
  type: "Passed";
  seat: number;
  timed_out: boolean;
}

/** A seat says that it will open in its next turn. */
export interface OpeningAnnounced {
  type: "OpeningAnnounced";
  seat: number;
}

/** This seat drew the last tile: everybody has one more move, it at the end. */
export interface BankEmptied {
  type: "BankEmptied";
  seat: number;
}

/** A seat left the game. */
export interface Resigned {
  type: "Resigned";
  seat: number;
}

/** The game is over: racks are shown and everybody writes points. */
export interface Ended {
  type: "Ended";
  reason: "bank empty" | "out" | "resigned";
  racks: Rack[];
  winners: number[];
  scores: number[];
}

export type Event =
  | Started
  | StarterDrawn
  | StarterChosen
  | Dealt
  | RedealOffered
  | ReadySaid
  | Redealt
  | Drawn
  | Laid
  | TableRestored
  | Passed
  | OpeningAnnounced
  | BankEmptied
  | Resigned
  | Ended;

/** One seat's knowledge of the game (`viewer` None: a spectator's). */
export interface View {
  viewer: number | null;
  table: Table;
  rack: Tile[];
  to_act: number[];
  bank_size: number;
  /** How many of each tile the viewer has not seen: they are in the bank or on other racks. */
  unseen: Record<string, number>;
  /** The points of the match so far, this game included once it is over. */
  totals: number[];
  outcome: Outcome | null;
}

/** The public facts of a game: the same for every seat and spectator. */
export interface Table {
  options: Options;
  seats: number;
  melds: Tile[][];
  starter: number;
  turn: number;
  rack_sizes: number[];
  /** Seats that have not said yet whether they play with the tiles dealt. */
  asked: number[];
  opened: number[];
  /** How many tiles each seat drew in its latest turn: those on the right end of its rack. */
  fresh: number[];
  /** Seats that will open in their next turn, as they say. */
  announced: number[];
  /** The seats that still have a move once the bank is empty, in their order. */
  closing: number[] | null;
  resigned: number[];
  turns: Turn[];
  ended: Ended | null;
}

/** One finished turn of the list: what was laid, and how many tiles were drawn. */
export interface Turn {
  seat: number;
  kind: "draw" | "lay" | "mistake" | "opening" | "pass" | "resigned" | "time";
  tiles: Tile[];
  drawn: number;
}

export type Shown = TableShown<View, Event>;
export type ActMessage = Act<Action>;
