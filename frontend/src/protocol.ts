// Made by `make protocol` from the types of the server. Do not edit.

export const VERSION = 2;

/** A table is there: its name in every draw, what is played, and the promise of the seed of all draws. */
export interface Opened {
  type: "Opened";
  table: string;
  preset: string;
  commitment: string;
}

/** Somebody sits down: a person's name or a bot's level. */
export interface Seated {
  type: "Seated";
  seat: number;
  name: string;
  bot: string | null;
  /** Who it is among all players, where a server knows them. */
  player: string | null;
}

/** Somebody gets up before the game begins. */
export interface Unseated {
  type: "Unseated";
  seat: number;
}

/** A player adds salt to the committed draws. */
export interface Salted {
  type: "Salted";
  seat: number;
  salt: string;
}

/** A clock was set, started or stopped. */
export interface ClockSet {
  type: "ClockSet";
  seat: number;
  left_ms: number;
  running: boolean;
}

/** Play goes on from the state after event `to_seq`; tiles drawn since are drawn afresh. */
export interface TakenBack {
  type: "TakenBack";
  to_seq: number;
}

/** The table closed before the game was over. */
export interface Aborted {
  type: "Aborted";
  reason: string;
}

/** A seat asks the others for something; `to_seq` is where a game taken back would go on. */
export interface Proposed {
  type: "Proposed";
  seat: number;
  what: "abort" | "draw" | "rematch" | "take back";
  to_seq: number | null;
}

/** A seat agrees to what was asked, or not. */
export interface Answered {
  type: "Answered";
  seat: number;
  agrees: boolean;
}

/** All agreed that nobody wins. */
export interface DrawAgreed {
  type: "DrawAgreed";
}

/** The seed of all draws, told when the game is over. */
export interface Revealed {
  type: "Revealed";
  secret: string;
}

/** The same people go on at another table. */
export interface Followed {
  type: "Followed";
  table: string;
}

/** A seat that plays for a score was told what it can play. */
export interface PlaysListed {
  type: "PlaysListed";
  seat: number;
}

export type TableEvent =
  | Opened
  | Seated
  | Unseated
  | Salted
  | ClockSet
  | TakenBack
  | Aborted
  | Proposed
  | Answered
  | DrawAgreed
  | Revealed
  | Followed
  | PlaysListed;

/** As long as one likes. */
export interface NoClock {
  type: "none";
}

/** So long for all moves of a player, and beyond that perhaps some time by the minute, at a price. */
export interface GameClock {
  type: "game";
  seconds: number;
  overtime_s: number | null;
}

/** So long for every turn. */
export interface TurnClock {
  type: "turn";
  seconds: number;
}

/** So many days for every turn. */
export interface Correspondence {
  type: "days";
  days: number;
}

export type Clock =
  | NoClock
  | GameClock
  | TurnClock
  | Correspondence;

/**
 * Which version of the protocol the client speaks, and in which language it wants sentences.
 *
 * Who says nothing speaks version 1, in which every table is told whole; in version 2 only the first one is.
 */
export interface Hello {
  type: "hello";
  version: number;
  language?: string | null;
}

/** Tell me of this table what this seat may know (None: what spectators may), from an event number on. */
export interface Watch {
  type: "watch";
  table: string;
  seat?: number | null;
  since?: number;
}

/** Tell me no more of it. */
export interface Unwatch {
  type: "unwatch";
  table: string;
  seat?: number | null;
}

/** Do this for my seat; `turn` is the event that opened the turn or window it is meant for. */
export interface Act<Action = unknown> {
  type: "act";
  table: string;
  seat: number;
  id: string;
  action: Action;
  turn?: number | null;
}

/** Ask the others for a draw, an end, taking back or another game. */
export interface Propose {
  type: "propose";
  table: string;
  seat: number;
  id: string;
  what: "abort" | "draw" | "rematch" | "take back";
}

/** Say yes or no to what was asked; `to` is the number of the event that asked it. */
export interface Answer {
  type: "answer";
  table: string;
  seat: number;
  id: string;
  agrees: boolean;
  to?: number | null;
}

/** Say something to everybody at the table. */
export interface Say {
  type: "say";
  table: string;
  id: string;
  text: string;
}

/** Let me not hear somebody any more, or again. */
export interface Mute {
  type: "mute";
  player: string;
  on?: boolean;
  id?: string | null;
}

/** Are you there? */
export interface Ping {
  type: "ping";
  n?: number;
}

export type FromClient =
  | Hello
  | Watch
  | Unwatch
  | Act
  | Propose
  | Answer
  | Say
  | Mute
  | Ping;

/** The first message: the newest version, who the client is, and whom he does not want to hear. */
export interface Welcome {
  type: "welcome";
  version: number;
  player: string;
  name: string;
  muted: string[];
}

/** A table as one viewer sees it after event `seq` - 1, and the events since the viewer's last message. */
export interface TableShown<View = unknown, Event = unknown> {
  type: "table";
  table: string;
  viewer: number | null;
  seq: number;
  status: string;
  seats: (SeatShown | null)[];
  /** The number of the event that opened the turn or window of each seat that is to act. */
  turns: Record<number, number>;
  /** What is left to whom: for the turn or answer, and for the whole game where that is how time is kept. */
  left_ms: Record<number, number>;
  bank_ms: number[] | null;
  asked: AskedShown | null;
  followed_by: string | null;
  ended: string | null;
  outcome: Outcome | null;
  /** The viewer's own requests that led here. */
  done: string[];
  view: View | null;
  events: Envelope<Event>[];
  /** How the game is won. */
  kind: "solo" | "together" | "versus";
  /** How it ended, as a sentence for the viewer; null while it goes on. */
  result: string | null;
  /** The move list, for those who speak version 2 of the protocol. */
  lines?: LineShown[];
}

/** Who sits at a seat. */
export interface SeatShown {
  name: string;
  player: string | null;
  bot: string | null;
}

/** What was proposed, by whom and by which event, and who has agreed. */
export interface AskedShown {
  what: string;
  seat: number;
  agreed: number[];
  seq: number;
}

/**
 * Why it ended, the seats from first to last (equal ones together), the points and who had begun.
 *
 * There is a figure for every seat in every game; those who play together need not be shown theirs.
 */
export interface Outcome {
  reason: string;
  ranking: number[][];
  scores: number[];
  starter: number;
  /** What became of all seats, where they play together. */
  team?: "drawn" | "lost" | "won";
}

/** One numbered entry of a log. */
export interface Envelope<Event = unknown> {
  seq: number;
  event: Event | TableEvent;
}

/**
 * One line of the move list: whatever took a turn or changed a figure, in the words of the viewer.
 *
 * `text` is what was done ("exchange 2") or, where `strong`, what lies on the table now ("PUNKT").
 */
export interface LineShown {
  /** The number of the event that it stands for. */
  seq: number;
  seat: number;
  text: string;
  strong: boolean;
  /** Something about it in a word or two. */
  detail?: string;
  /** On a board, the row and column of the square on which it begins, and whether it runs down. */
  at?: [number, number, boolean];
  /** What it brought, and the seat's figure after it: points, or tiles left. */
  points?: number;
  total?: number;
}

/** What has changed of a table since the viewer's last message: what is not named is as it was. */
export interface TableChanged<Event = unknown> {
  type: "changed";
  table: string;
  viewer: number | null;
  /** The `seq` of the message that the changes are made to, and that of what results. */
  on: number;
  seq: number;
  /** As in a whole message. */
  left_ms: Record<number, number>;
  done: string[];
  events: Envelope<Event>[];
  /** Paths of names and of places in lists, each with the value that stands there now. */
  changes: Change[];
}

/** What stands now at the end of a path of names and places. */
export type Change = [path: (string | number)[], value: unknown];

/** A request was carried out; its events begin at `seq`, which is 0 where there are none. */
export interface Done {
  type: "done";
  id: string;
  seq: number;
}

/** A message was refused and nothing has changed: the sentence, and the clause if a rule says so. */
export interface Refused {
  type: "refused";
  id: string | null;
  message: string;
  clause: string | null;
  /** A word for programs: illegal, stale, used, seat, table, storage, message, busy. */
  why: string;
}

/** Somebody said something. */
export interface Said {
  type: "said";
  table: string;
  n: number;
  at_ms: number;
  player: string | null;
  name: string;
  text: string;
}

/** This table is watched no more. */
export interface Gone {
  type: "gone";
  table: string;
  seat: number | null;
}

/** I am here. */
export interface Pong {
  type: "pong";
  n: number;
}

export type FromServer =
  | Welcome
  | TableShown
  | TableChanged
  | Done
  | Refused
  | Said
  | Gone
  | Pong;

/** A browser that wants to be told nothing any more. */
export interface EndedSubscription {
  endpoint: string;
}

/**
 * Whoever wants to be deleted proves that it is really them; a guest need not.
 *
 * The proof may stand here itself, as it had to once.
 */
export interface Farewell {
  password?: string | null;
  passkey?: Record<string, unknown> | null;
  proof?: Proof | null;
}

/** That it is really you, for what cannot be undone: the password, or a passkey used just now. */
export interface Proof {
  password?: string | null;
  passkey?: Record<string, unknown> | null;
}

/** An account wanted: what one logs in by, and what others see if that is to be something else. */
export interface NewAccount {
  login: string;
  password: string;
  name?: string | null;
}

/** Other codes. */
export interface NewCodes {
  proof: Proof;
}

/** Another password; tokens of programs go on counting unless they are revoked with it. */
export interface ChangePassword {
  password: string;
  proof: Proof;
  revoke_tokens?: boolean;
}

/** What a browser says when it has subscribed. */
export interface NewSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Something that a learner does. */
export interface Attempt {
  action: unknown;
}

/** Somebody comes back. */
export interface LogIn {
  login: string;
  password: string;
}

/** All devices are to be logged out; tokens of programs go on counting unless they are revoked too. */
export interface LeaveEverywhere {
  revoke_tokens?: boolean;
}

/** What somebody wants to be called, and the language wanted. */
export interface NewName {
  name?: string | null;
  language?: string | null;
}

/** What everybody is to see of you: a page, and your ratings on it. */
export interface NewSharing {
  page: boolean;
  ratings: boolean;
}

/** A passkey was made: a guest gets an account by it, an account proves that it wants it. */
export interface NewPasskey {
  credential: Record<string, unknown>;
  name: string;
  login?: string | null;
  proof?: Proof | null;
}

/** Somebody comes back. */
export interface UsePasskey {
  credential: Record<string, unknown>;
}

/** A passkey is to be made; a guest chooses what to log in by where no passkey is at hand. */
export interface WantPasskey {
  login?: string | null;
}

/** What somebody would do; while tiles are still being laid out it is not final. */
export interface PuzzleAttempt {
  action: unknown;
  final: boolean;
}

/** A new password by a code. */
export interface Recover {
  login: string;
  code: string;
  password: string;
}

/** Something that whoever looks after the server should see: a word, or what was said. */
export interface NewReport {
  kind: string;
  what: string;
  comment?: string;
  table?: string | null;
}

/** A table wanted: further seats are free (null) or for a bot of a level. */
export interface NewTable {
  preset: string;
  n_seats?: number | null;
  seats?: (string | null)[];
  options?: Record<string, unknown>;
  clock?: Clock | null;
  answer_s?: number;
  rated?: boolean;
  spectators?: boolean;
  delay_s?: number;
  phrases_only?: boolean;
  /** Whether everybody may find it and come. */
  open?: boolean;
  salt?: string | null;
  name?: string | null;
}

/** A bot for a free seat. */
export interface AddBot {
  bot: string;
}

/** An action that somebody thinks about. */
export interface Wish {
  seat: number;
  action: unknown;
}

/** Actions that somebody chooses between, such as one for each letter of a blank. */
export interface Alternatives {
  seat: number;
  actions: unknown[];
}

/** What a player mixes into the draws, once the hash of the seed is known. */
export interface NewSalt {
  salt: string;
}

/** Somebody sits down. */
export interface Join {
  seat?: number | null;
  salt?: string | null;
  name?: string | null;
  /** Another seat for another person on the same device. */
  another?: boolean;
}

/** A token wanted, and for what. */
export interface NewToken {
  name: string;
}

/** One tile: `origin` is what is printed on it, which conservation counts, `face` what it stands for. */
export type Tile = [origin: string, face: string];

/** Leave the game. */
export interface Resign {
  type: "Resign";
}

/** The clock of this seat ran out; only the table says so. */
export interface TimedOut {
  type: "TimedOut";
  /** Whether there is a minute more that begins now, where the rules let one buy it. */
  overtime?: boolean;
}

/** A table as its maker wanted it. */
export interface Settings {
  preset: string;
  n_seats: number;
  /** The options of the game, as JSON of that game. */
  options: unknown;
  clock: Clock;
  answer_s: number;
  rated: boolean;
  /** Whether those without a seat may watch, and how far behind the play they are. */
  spectators: boolean;
  delay_s: number;
  /** Only fixed phrases may be said. */
  phrases_only: boolean;
  /** The table that this one goes on from. */
  follows: string | null;
}

/** How one can log in; nothing of it for guests. */
export interface AccountShown {
  login: string | null;
  has_password: boolean;
  recovery_codes_left: number;
}

/** What a browser needs to subscribe, and how many of your browsers have done it. */
export interface AlertsShown {
  key: string;
  n_browsers: number;
}

/** A table as lists show it. */
export interface TableSummary {
  id: string;
  preset: string;
  status: string;
  seats: (SeatShown | null)[];
  your_seats: number[];
  /** What friends type to come; only for those who sit there. */
  code: string | null;
  url: string;
  commitment: string;
  settings: Record<string, unknown>;
  changed_ms: number;
  /** What alone may be said there, in English as it is sent; null where people say what they like. */
  phrases: string[] | null;
  terms: Terms;
  /** Whether plays are listed while the game runs; elsewhere finding them is up to the players. */
  tells_plays: boolean;
  /** How the game is won. */
  kind: "solo" | "together" | "versus";
  /** How it ended, as a sentence for everybody; null while it goes on. */
  result: string | null;
  /** Whether the score of the game does not stand any more once plays were listed. */
  listing_costs_score: boolean;
}

/** Time, ratings, who may watch, what may be said, and what of the game is not as in its preset. */
export interface Terms {
  clock: Clock;
  rated: boolean;
  /** Whether others may watch, and how far behind the play they are. */
  spectators: boolean;
  delay_s: number;
  phrases_only: boolean;
  /** The options of the game that are not those of the preset. */
  options: Record<string, unknown>;
}

/** A game, in every language that it is told in. */
export interface GameShown {
  name: string;
  title: Record<string, string>;
  sentence: Record<string, string>;
  /** Whether there is a page with its rules. */
  rules: boolean;
  /** How somebody plays it who has never done so: the bots at the other seats, and other options. */
  first: First;
  /** Whether games follow each other and their points are added up. */
  matches: boolean;
}

/** The game on the first page: bots at the other seats, what differs from the preset, what to do. */
export interface First {
  lead: Record<string, string>;
  seats: string[];
  options: Record<string, unknown>;
}

/** Somebody on a leaderboard. */
export interface Leader {
  player: string;
  name: string;
  rating: RatingShown;
  /** Where the page about them lies, if they want one. */
  page: string | null;
}

/** A rating: the number people see, how sure it is, and after how many games. */
export interface RatingShown {
  pool: string;
  rating: number;
  deviation: number;
  n_games: number;
  /** Whether it is known well enough for the leaderboard. */
  sure: boolean;
}

/** Who is asking. */
export interface Me {
  id: string;
  name: string;
  guest: boolean;
  language: string;
}

/** Your latest games, and statistics of the latest `n_counted` finished ones that you played alone. */
export interface Profile {
  games: OwnGame[];
  statistics: Statistic[];
  n_counted: number;
  scores: OwnScore[];
}

/** A game of yours: who plays, whether you are to move, and how it ended. */
export interface OwnGame {
  id: string;
  preset: string;
  status: string;
  seats: (SeatShown | null)[];
  your_seats: number[];
  your_turn: boolean;
  outcome: Outcome | null;
  changed_ms: number;
  /** How it is won. */
  kind: "solo" | "together" | "versus";
  /** How it ended, as a sentence; null while it goes on. */
  result: string | null;
}

/** What the games of one kind in one language add up to. */
export interface Statistic {
  game: string;
  /** Null where the game is the same in every language. */
  language: string | null;
  n_games: number;
  n_won: number;
  /** On the average of a game. */
  points: number;
  best: BestPlay | null;
  /** What plays earned, as the game names it; nothing where plays are not compared. */
  earned: Earned[];
  /** How they are won; nobody wins where one plays alone for a score. */
  kind: "solo" | "together" | "versus";
  /**
   * The best result of those who play alone for a score, of games that stand.
   * Null where games of several presets are added up.
   */
  best_score: number | null;
}

/** The play that brought most, and where. */
export interface BestPlay {
  text: string;
  points: number;
  table: string;
}

/** How many plays earned something that the game counts, and what it is called. */
export interface Earned {
  tag: string;
  name: string;
  n: number;
}

/** Your best result in a way to play alone, of games that stand. */
export interface OwnScore {
  preset: string;
  /** The way to play, as a sentence. */
  sentence: string;
  score: number;
  table: string;
  at_ms: number;
}

/** Your finished games: how many are reviewed, and what that says by game. */
export interface OwnReviews {
  n_games: number;
  n_reviewed: number;
  under_way: boolean;
  sums: Sum[];
}

/** What the reviews of many games of one kind say together. */
export interface Sum {
  game: string;
  unit: string;
  n_games: number;
  n_turns: number;
  /** A turn on the average. */
  loss: number;
  /** In how many turns what the game counts was earned, and in how many it could have been. */
  earned: Record<string, number>;
  missed: Record<string, number>;
  /** Parts of plays that may be challenged, such as words in no list, the most frequent first. */
  doubtful: string[];
  /** Turns in which much got away: /me/puzzles/GAME. */
  n_puzzles: number;
}

/** What everybody may see of you, and where. */
export interface Sharing {
  page: boolean;
  ratings: boolean;
  address: string;
}

/** A passkey of yours. */
export interface PasskeyShown {
  id: string;
  name: string;
  created_ms: number;
}

/** Whether passkeys can be used here, or a sentence why not. */
export interface Offer {
  offered: boolean;
  why_not: string | null;
}

/** What everybody may know of a player. */
export interface PlayerShown {
  id: string;
  name: string;
  guest: boolean;
  n_games: number;
  ratings: RatingShown[];
  /** Where the page about them lies, if they want one. */
  page: string | null;
}

/** A way to play. */
export interface PresetShown {
  id: string;
  game: string;
  /** What the game is called. */
  title: Record<string, string>;
  /** Null where it is played alike in every language. */
  language: string | null;
  players: [number, number];
  sentence: Record<string, string>;
  /** How squares are called: `polish` has letters for rows, `international` letters for columns. */
  notation: string;
  bots: string[];
  /** The time that a table has which asks for none. */
  clock: Clock;
  /** The option that sets a price for minutes beyond the time of a whole game; null where there is none. */
  overtime: string | null;
  /** The word list without which it cannot be played here; null where nothing is missing. */
  missing: string | null;
  /** Whether a page tells its rules. */
  rules: boolean;
  /** How it is won, by the number of seats. */
  kinds: Record<number, "solo" | "together" | "versus">;
}

/** The best that somebody has reached, where and when. */
export interface ScoreShown {
  player: string;
  name: string;
  score: number;
  at_ms: number;
  /** Where the page about them lies; null for yourself if you have none. */
  page: string | null;
}

/** Some of what a seat may do now, and how many more there are of each kind. */
export interface Choices {
  choices: Choice[];
  more: Record<string, number>;
}

/** An action, what it makes and brings, and what speaks against it as far as the seat may know. */
export interface Choice {
  action: unknown;
  made: Made[];
  points: number;
  clause: string | null;
  problem: string | null;
  parts: PartShown[];
}

/** Something that a play makes, such as a word, a set or a goal, and what it scores. */
export interface Made {
  text: string;
  points: number;
}

/**
 * A part of an action: its worth, or what is wrong with it as a sentence and in two words.
 *
 * `ways` has what tiles that stand for others may stand for, where there is a choice.
 */
export interface PartShown {
  points: number;
  clause: string | null;
  problem: string | null;
  lack: string | null;
  ways: string[][];
}

/** One draw: what was offered, in order, what was taken, and where the events of the entry tell it. */
export interface Draw {
  seq: number;
  offered: unknown[];
  drawn: unknown[];
  /** For each thing drawn the way to it: number of the event in its entry, field, and on within the field. */
  at: ((number | string)[] | null)[];
}

/** A finished game, complete: with the seed, so that anybody can deal it again. */
export interface Log<Action = unknown, Event = unknown> {
  table: string;
  preset: string;
  game: string;
  version: number;
  settings: Record<string, unknown>;
  entries: LogEntry<Action, Event>[];
}

/** One action as the log has it. */
export interface LogEntry<Action = unknown, Event = unknown> {
  seq: number;
  at_ms: number;
  seat: number | null;
  /** JSON of the game, or None where nobody of the table acted. */
  action: Action | null;
  events: Envelope<Event>[];
}

/** The game as a viewer saw it when the next event was number `seq`; null before it began. */
export interface EarlierView {
  seq: number;
  view: unknown;
}

/** The review of a game as far as it has come. */
export interface ReviewShown {
  /** What is lost and won, by the game's own name for it: `points`; null where nobody can judge the game. */
  unit: string | null;
  n_turns: number;
  n_done: number;
  done: boolean;
  /** Whether somebody works on it; else ask for it by POST. */
  under_way: boolean;
  turns: TurnReview[];
  /** The ways in which the game can be written for other programs: `gcg`. */
  files: string[];
}

/** A turn and the verdict on it: its events are numbered from `seq` to `last`. */
export interface TurnReview {
  seq: number;
  last: number;
  seat: number;
  verdict: Verdict;
}

/** What a turn was worth against the best one. */
export interface Verdict {
  /** In the unit of the game; never below zero. */
  loss: number;
  /** Whether that is proven; else it is an estimate. */
  exact: boolean;
  /** The best, where something else was done. */
  better: Better | null;
  /** What the play earned, and what could have been earned: tags of the game. */
  earned: string[];
  missed: string[];
  /** Parts of the play that may be challenged, such as words in no list, and whether they stood. */
  doubtful: string[];
  stood: boolean;
  /** How likely the seat was to win after it, from 0 to 1, where that can be told. */
  win: number | null;
}

/** What should have been done: the action as its game writes it, and what it brings at once. */
export interface Better {
  action: unknown;
  /** In the unit of the game. */
  gain: number;
  /** What it makes or lays, such as words or tiles. */
  made: string[];
  /** On a board, the row and column of the square on which it begins, and whether it runs down. */
  at: [number, number, boolean] | null;
}

/** A token without its secret. */
export interface TokenShown {
  id: string;
  name: string;
  created_ms: number;
}

/** A word list of this server. */
export interface ListShown {
  name: string;
  n_words: number;
}

/** Words, the longest first; `complete` says whether these are all. */
export interface WordsFound {
  words: string[];
  complete: boolean;
}

/** What a list says of a word as it is laid with tiles. */
export interface WordShown {
  list: string;
  word: string;
  valid: boolean;
  /** Why it counts or not: a sentence without a capital letter. */
  explanation: string;
  /** The language of that sentence: grammar is told in the words of its own language. */
  explained_in: string;
  forms: string[];
  letters: LetterShown[];
  /** What the tiles are worth together, without premium squares. */
  points: number | null;
  /** How common it is as a sentence, where that is known. */
  common: string | null;
  /** Words that one letter before or after it makes. */
  longer: string[];
  /** Other words of the very same letters. */
  anagrams: string[];
  /** For a word that does not count: those that are one letter away. */
  near: string[];
  /** Null for words that are no nouns, and where the language has no cases. */
  noun: NounShown | null;
}

/** A tile of a word; its value is null where no game with this list says it. */
export interface LetterShown {
  letter: string;
  value: number | null;
}

/** The noun that a word is a form of, in all its cases. */
export interface NounShown {
  lemma: string;
  cases: CaseShown[];
}

/** The forms of a noun in one case. */
export interface CaseShown {
  case: string;
  singular: string[];
  plural: string[];
}

/** A new account, with codes that are shown this once. */
export interface Registered {
  me: Me;
  recovery_codes: string[];
}

/** Codes that are shown this once; each lets set a new password, once. */
export interface Codes {
  recovery_codes: string[];
}

/** How many tokens of your programs go on counting. */
export interface TokensLeft {
  tokens_left: number;
}

/**
 * What the rules say of an attempt, whether the step is done, and what the teacher says to it.
 *
 * Where the rules allow it, `view` is the position after it and `events` are what has led there.
 */
export interface Judged {
  choice: Choice;
  solved: boolean;
  said: string | null;
  view: unknown;
  events: unknown[];
}

/** The seat one has. */
export interface YourSeat {
  table: string;
  seat: number;
}

/** What a program sends as `Authorization: Bearer ...`. */
export interface Token {
  token: string;
}

/** Known tiles and a number of unknown ones; live games know all of their own, records may not. */
export type Rack = [tiles: Tile[], unknown: number];

/** English text with {names}; it is translated where it is shown. */
export interface Message {
  text: string;
  values: Record<string, string | number>;
}

/** What each call of the HTTP API takes and gives. */
export interface Api {
  /** Tell this browser nothing any more. */
  "DELETE /api/alerts": { takes: EndedSubscription; gives: null };
  /** Delete yourself: finished games stay, without your name. A guest needs no proof. */
  "DELETE /api/me": { takes: Farewell; gives: null };
  /** Use a passkey no more; the only way into an account stays. */
  "DELETE /api/passkeys/{passkey_id}": { gives: null };
  /** Get up before the game begins. */
  "DELETE /api/tables/{table_id}/seats": { gives: null };
  /** Let a token count no more; what was opened by it is closed, and nothing else. */
  "DELETE /api/tokens/{token_id}": { gives: null };
  /** How you can log in. */
  "GET /api/account": { gives: AccountShown };
  /** Whether you are told when it is your turn, and what a browser needs to ask for it. */
  "GET /api/alerts": { gives: AlertsShown };
  /** The table that a friend's code leads to. */
  "GET /api/codes/{code}": { gives: TableSummary };
  /** Every game, in the order in which they are offered. */
  "GET /api/games": { gives: GameShown[] };
  /** The best of a pool: a game in a language, with `two` or `many` players. */
  "GET /api/leaderboards/{game}/{language}/{players}": { gives: Leader[] };
  /** Who you are. */
  "GET /api/me": { gives: Me };
  /** Everything that is stored of you, as one JSON file; of running games what you may see of them. */
  "GET /api/me/export": { gives: unknown };
  /** Your games and what they add up to. */
  "GET /api/me/profile": { gives: Profile };
  /** What the reviews of your latest finished games say together. */
  "GET /api/me/review": { gives: OwnReviews };
  /** What everybody may see of you. */
  "GET /api/me/sharing": { gives: Sharing };
  /** The tables at which you sit or sat. */
  "GET /api/me/tables": { gives: TableSummary[] };
  /** Your passkeys. */
  "GET /api/passkeys": { gives: PasskeyShown[] };
  /** Whether passkeys can be used at this address. */
  "GET /api/passkeys/offer": { gives: Offer };
  /** A player: name, number of games, ratings. */
  "GET /api/players/{player_id}": { gives: PlayerShown };
  /** Every way to play, in the order in which they are offered, with the bots there are. */
  "GET /api/presets": { gives: PresetShown[] };
  /**
   * The best scores of a preset that one plays alone: of players with a page of their own.
   *
   * With an account you see yours among them, also without a page; `GET /api/me/profile` tells it in any case.
   * A game stands where nothing was taken back and no plays were listed, by the options of the preset.
   */
  "GET /api/scores/{preset}": { gives: ScoreShown[] };
  /** The tables that wait for anybody. */
  "GET /api/tables": { gives: TableSummary[] };
  /** One table. */
  "GET /api/tables/{table_id}": { gives: TableSummary };
  /**
   * Some of what your seat may do now; where the rules can list all, all up to the limit. Not if rated.
   *
   * The last is to resign, which does not count to the limit; with `resign=false` it is left out.
   */
  "GET /api/tables/{table_id}/actions": { gives: unknown[] };
  /**
   * What your seat may do now: of each kind of action the first few, with what it would bring.
   *
   * `containing` keeps those that make something with these letters in a row, or name them. In a rated game
   * nothing is listed; where the table says `listing_costs_score`, the score does not stand afterwards.
   */
  "GET /api/tables/{table_id}/choices": { gives: Choices };
  /** Every draw of a finished game, what was offered and where the log tells it: for /static/verify.js. */
  "GET /api/tables/{table_id}/draws": { gives: Draw[] };
  /** A finished game as other programs read it; its review says in which ways it can be written. */
  "GET /api/tables/{table_id}/files/{ending}": { gives: unknown };
  /** Everything that happened in a finished game; before that, nothing that a spectator may not know yet. */
  "GET /api/tables/{table_id}/log": { gives: Log };
  /**
   * The game as your seat (without one: as spectators) saw it before event `seq`.
   *
   * When the game is over, as any seat saw it.
   */
  "GET /api/tables/{table_id}/past": { gives: EarlierView };
  /** The link to a table as a picture for a telephone. */
  "GET /api/tables/{table_id}/qr.svg": { gives: unknown };
  /** What an engine says of each turn of a finished game, as far as it has come. */
  "GET /api/tables/{table_id}/review": { gives: ReviewShown };
  /** The tokens of your programs. */
  "GET /api/tokens": { gives: TokenShown[] };
  /** The word lists of this server. */
  "GET /api/words": { gives: ListShown[] };
  /** Words that some of these letters make (`?` is a blank), or of this pattern (`.` and `*`). */
  "GET /api/words/{list_name}": { gives: WordsFound };
  /** Whether a word counts by a list, why, and what else can be made of it. */
  "GET /api/words/{list_name}/{word}": { gives: WordShown };
  /** Make an account of the guest you are: all games stay yours. */
  "POST /api/account": { takes: NewAccount; gives: Registered };
  /** Get other recovery codes; those of before do nothing any more. */
  "POST /api/account/codes": { takes: NewCodes; gives: Codes };
  /** Set another password; other devices are logged out, and tokens of programs are revoked if wanted. */
  "POST /api/account/password": { takes: ChangePassword; gives: TokensLeft };
  /** Tell this browser when it is your turn and no page is open. */
  "POST /api/alerts": { takes: NewSubscription; gives: AlertsShown };
  /** What the rules say of an action in the position of a lesson's step; nothing is stored. */
  "POST /api/lessons/{preset}/{step}": { takes: Attempt; gives: Judged };
  /** Log in by password; what you played as a guest goes over to the account. */
  "POST /api/login": { takes: LogIn; gives: Me };
  /** Log out here: this browser is a newcomer again, and its cookie of before counts nowhere any more. */
  "POST /api/logout": { gives: null };
  /** Log out on all devices at once; tokens of programs go on counting unless they are revoked too. */
  "POST /api/logout/everywhere": { takes: LeaveEverywhere | null; gives: TokensLeft };
  /** Be called otherwise, or be spoken to in another language. */
  "POST /api/me": { takes: NewName; gives: Me };
  /** Have all your latest finished games reviewed, one after another. */
  "POST /api/me/review": { gives: OwnReviews };
  /** Have a page that everybody may see, or none any more. */
  "POST /api/me/sharing": { takes: NewSharing; gives: Sharing };
  /** Log in by this passkey from now on; a guest gets an account by it, with recovery codes. */
  "POST /api/passkeys": { takes: NewPasskey; gives: Registered };
  /** What `navigator.credentials.get` takes, to log in or to prove that it is you. */
  "POST /api/passkeys/challenge": { gives: Record<string, unknown> };
  /** Log in by passkey; what you played as a guest goes over to the account. */
  "POST /api/passkeys/login": { takes: UsePasskey; gives: Me };
  /** What `navigator.credentials.create` takes. */
  "POST /api/passkeys/options": { takes: WantPasskey; gives: Record<string, unknown> };
  /** What the rules and, of a final attempt, the engine say of an action at a turn of yours. */
  "POST /api/puzzles/{table_id}/{seq}": { takes: PuzzleAttempt; gives: Judged };
  /** Set a new password by a recovery code; sessions, tokens and passkeys of before end. */
  "POST /api/recovery": { takes: Recover; gives: Me };
  /** Report a word that is missing or wrong, or something that was said. */
  "POST /api/reports": { takes: NewReport; gives: null };
  /** Set up a table and sit down at it; it begins when all seats are taken. */
  "POST /api/tables": { takes: NewTable; gives: TableSummary };
  /** Put a bot on a free seat. */
  "POST /api/tables/{table_id}/bots": { takes: AddBot; gives: TableSummary };
  /**
   * What an action would bring; nothing is done, and whether a challenge would succeed is not told.
   *
   * A seat that is not waited for may ask as well: what it would bring if it were its turn now.
   */
  "POST /api/tables/{table_id}/preview": { takes: Wish; gives: Choice };
  /** What each of several actions would bring, in their order: as `preview`, asked once. */
  "POST /api/tables/{table_id}/previews": { takes: Alternatives; gives: Choice[] };
  /** Have a finished game reviewed; asked again it goes on, or tells what there is. */
  "POST /api/tables/{table_id}/review": { gives: ReviewShown };
  /** Mix something into the draws before the game begins. */
  "POST /api/tables/{table_id}/salt": { takes: NewSalt; gives: null };
  /** Sit down. */
  "POST /api/tables/{table_id}/seats": { takes: Join; gives: YourSeat };
  /** A token for a program, shown this once: it acts as you, who may be a guest made for it. */
  "POST /api/tokens": { takes: NewToken; gives: Token };
}
