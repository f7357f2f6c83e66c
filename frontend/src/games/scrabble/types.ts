// Made by `make protocol` from the types of the server. Do not edit.

import type {
  Act,
  Outcome,
  Rack,
  Resign,
  TableShown,
  Tile,
  TimedOut,
} from "../../protocol";

export const VERSION = 1;

/** Lay tiles on the board; a blank carries the letter it stands for. */
export interface Place {
  type: "Place";
  tiles: Laid[];
}

/** A tile on a square. */
export type Laid = [row: number, col: number, tile: Tile];

/** Give tiles back to the bag for others. */
export interface Exchange {
  type: "Exchange";
  tiles: Tile[];
}

/** Do nothing this turn. */
export interface Pass {
  type: "Pass";
}

/** Let the play stand. */
export interface Accept {
  type: "Accept";
}

/** Say that a word of the play is not one. */
export interface Challenge {
  type: "Challenge";
}

export type Action =
  | Place
  | Exchange
  | Pass
  | Accept
  | Challenge
  | Resign
  | TimedOut;

/** The rules, the seats and the word list are settled. */
export interface Started {
  type: "Started";
  options: Options;
  seats: number;
  lexicon_hash: string;
  commitment: string | null;
}

/**
 * The rules of one game; the tile set and the board are part of it, so a log explains itself.
 *
 * Everything has bounds: whoever sets up a table chooses freely, and others have to play, show and store it.
 */
export interface Options {
  lexicon: string;
  tiles: TileSet;
  layout: Layout;
  min_players: number;
  max_players: number;
  rack_size: number;
  bonus_tiles: number;
  bonus_points: number;
  challenge: "double" | "free" | "minus10" | "off" | "plus10" | "plus5";
  /** The bag must hold at least this many tiles for an exchange, and never fewer than are exchanged. */
  exchange_minimum: number;
  /** The game ends when everybody has passed this many times running. */
  pass_rounds: number;
  /** It ends after this many turns running that are passes or lost to a challenge; and when one plays alone. */
  quiet_limit: number | null;
  quiet_limit_alone: number | null;
  /** It ends after this many turns running without a play: passes, lost turns and exchanges. */
  scoreless_limit: number | null;
  /** What the end of a player's time means: a pass, or no more moves for that player. */
  time_out: "pass" | "stop";
  /**
   * What each minute begun beyond a player's time costs, where a clock allows such minutes. Left out where
   * there is no price, so that logs from before stay the same to the byte.
   */
  overtime_points?: number;
  /** Who begins: None draws tiles for it, a seat was agreed or comes from an earlier game. */
  starter: number | null;
  /** Whether words the rulebook calls hateful are refused. */
  block_list: boolean;
  /** Letters beyond the set that a blank may stand for. */
  blank_extra: string[];
}

/** All tiles of a box in alphabet order, the blank first. */
export interface TileSet {
  kinds: TileKind[];
}

/** One letter of a set. */
export type TileKind = [letter: string, count: number, value: number];

/**
 * Rows of signs: `.` plain, `d` and `t` double and triple letter, `D` and `T` double and triple word,
 * `*` the start square, which doubles the word; `r`, `b`, `y` and `g` are coloured and multiply nothing.
 */
export interface Layout {
  rows: string[];
}

/** One round of drawing for the first move; the tiles go back. */
export interface StarterDrawn {
  type: "StarterDrawn";
  drawn: [number, Tile][];
}

/** This seat moves first. */
export interface StarterChosen {
  type: "StarterChosen";
  seat: number;
}

/** A seat took tiles from the bag; others see only how many. */
export interface TilesDrawn {
  type: "TilesDrawn";
  seat: number;
  rack: Rack;
}

/** A play lies on the board and is not scored yet. */
export interface Placed {
  type: "Placed";
  seat: number;
  tiles: Laid[];
  words: WordFormed[];
  bonus: number;
  points: number;
}

/** A word a play makes and what it scores. */
export interface WordFormed {
  text: string;
  points: number;
}

/** A seat lets the play stand. */
export interface Accepted {
  type: "Accepted";
  seat: number;
}

/** Some words are not in the list: the tiles go back to the rack and the turn is lost. */
export interface ChallengeUpheld {
  type: "ChallengeUpheld";
  seat: number;
  challenger: number;
  words: string[];
  tiles: Tile[];
  /** Those of the words that are in the list but excluded by the rulebook. */
  excluded: string[];
}

/** All words are in the list: the play stands, and the rule on wrong challenges applies. */
export interface ChallengeRejected {
  type: "ChallengeRejected";
  seat: number;
  challenger: number;
  words: string[];
  challenger_points: number;
  mover_points: number;
  turn_lost: boolean;
}

/** The play on the board stands for good. */
export interface PlayScored {
  type: "PlayScored";
  seat: number;
  points: number;
}

/** A seat set tiles aside, drew as many and put the old ones into the bag. */
export interface Exchanged {
  type: "Exchanged";
  seat: number;
  given: Rack;
  drawn: Rack;
}

/** A seat did nothing, by choice or because its time was up. */
export interface Passed {
  type: "Passed";
  seat: number;
  timed_out: boolean;
}

/** A seat misses this turn because of an earlier wrong challenge. */
export interface TurnLost {
  type: "TurnLost";
  seat: number;
}

/** A seat has no time left and moves no more. */
export interface ClockExpired {
  type: "ClockExpired";
  seat: number;
}

/** A seat has begun a minute beyond its time, which costs points; the turn goes on. */
export interface OvertimeCounted {
  type: "OvertimeCounted";
  seat: number;
  points: number;
}

/** A seat left the game. */
export interface Resigned {
  type: "Resigned";
  seat: number;
}

/** The game is over: racks are shown and counted. */
export interface Ended {
  type: "Ended";
  reason: "out" | "passes" | "quiet" | "resigned" | "scoreless" | "time";
  racks: Rack[];
  adjustments: number[];
}

export type Event =
  | Started
  | StarterDrawn
  | StarterChosen
  | TilesDrawn
  | Placed
  | Accepted
  | ChallengeUpheld
  | ChallengeRejected
  | PlayScored
  | Exchanged
  | Passed
  | TurnLost
  | ClockExpired
  | OvertimeCounted
  | Resigned
  | Ended;

/** One seat's knowledge of the game (`viewer` None: a spectator's). */
export interface View {
  viewer: number | null;
  table: Table;
  rack: Tile[];
  to_act: number[];
  bag_size: number;
  /** Tiles the viewer has not seen: in the bag or on other racks. */
  unseen: TileKind[];
  outcome: Outcome | null;
}

/** The public facts of a game: the same for every seat and spectator. */
export interface Table {
  options: Options;
  seats: number;
  lexicon_hash: string;
  laid: Laid[];
  scores: number[];
  starter: number;
  turn: number;
  rack_sizes: number[];
  /** Tiles of each rack that everybody has seen: those of withdrawn plays, and all once it is over. */
  shown: Tile[][];
  pending: PendingPlay | null;
  /** The turns since the last play. */
  scoreless: QuietTurn[];
  losing_turn: number[];
  resigned: number[];
  out_of_time: number[];
  turns: Turn[];
  ended: Ended | null;
}

/** A play that others may still challenge. */
export interface PendingPlay {
  seat: number;
  tiles: Laid[];
  words: WordFormed[];
  bonus: number;
  points: number;
  accepted: number[];
}

/** A turn without a play: P passed, L lost, X exchanged, ? not known which (a position read from text). */
export type QuietTurn = [seat: number, kind: "?" | "L" | "P" | "X"];

/** One finished turn of the move list. */
export interface Turn {
  seat: number;
  kind: "exchange" | "lost" | "pass" | "play" | "resigned" | "time" | "withdrawn";
  tiles: Laid[];
  words: WordFormed[];
  points: number;
  exchanged: number;
}

export type Shown = TableShown<View, Event>;
export type ActMessage = Act<Action>;
