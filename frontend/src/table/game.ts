/**
 * What a game brings to the table. One folder a game: `src/games/<name>/index.ts`, where <name> is the name of the
 * game on the server, has a default export made by `game({...})` from here. Nothing else has to be told of it: the
 * shell finds the folder, loads it when a table of that game is opened, and knows no game by name. A game without a
 * folder is played by `src/plain`, which knows views and actions by their shapes alone.
 *
 * The shell has the connection, seats, clocks, windows with their time, move list and looking back, chat, proposals,
 * invitations, the result, sounds and the live region. A game has what lies in the middle:
 *
 *   sit(sitting)  makes the game's own object for one seat: whatever is being prepared there (tiles put on the board
 *                 for trial, the order of the rack). It is written with runes ($state, $derived) in a `.svelte.ts`
 *                 file, and every component of the game gets it as the prop `play`.
 *   Board, Rack   the two components: the largest thing on the page, and what the player has in hand.
 *   Dialogs       sheets that stop the hand (choosing a letter, an exchange tray); drawn above everything.
 *   panels        things to look at beside the table: a column on wide screens, pills that open a sheet on phones.
 *   the functions turn views and events into what the shell shows: points of a seat, sentences, the question of a
 *                 window. The lines of the move list come from the server.
 *
 * Beside it, `card.ts` says how the first page offers the game: see `src/home/card.ts`; `review.ts` how one looks back at
 * it: see `src/review/game.ts`.
 *
 * There are no rules in the client. Whether something is allowed, and what it brings, is asked: `sitting.preview`.
 */

import type { Component } from "svelte";
import type { Choice, Choices, LineShown, TableShown } from "../protocol";
import type { IconName } from "../look/icons";
import type { SoundName } from "./sounds";

/** Who sits where, for sentences. */
export interface Names {
  /** Whose eyes: a seat, or null for a spectator. */
  readonly seat: number | null;
  /** The name of who sits at a seat: «Ania», or the name of a bot. */
  nameOf(seat: number): string;
  /** How many sit there, where that is known. */
  readonly nSeats?: number;
  /** How squares are called: "polish" has letters for rows, "international" letters for columns. */
  readonly notation: string;
}

/** What became of an action. */
export type Verdict = { done: true } | { done: false; message: string; clause: string | null };

/** One place at the table, as the game's own object sees it. Every property is reactive. */
export interface Sitting<View, Action> extends Names {
  /** The same for the whole life of a sitting. */
  readonly seat: number | null;
  /** What to draw: the newest view, or that of the move which is being looked back at. */
  readonly view: View;
  /** The newest view, also while looking back. */
  readonly newest: View;
  /** Whether an older move is being looked at: draw `view`, and nothing that is being prepared. */
  readonly lookingBack: boolean;
  /** Whether this seat is to act (in its turn, or in a window). */
  readonly toAct: boolean;
  /** Whom the table waits for. */
  readonly waitedFor: readonly number[];
  /** Whether something may be prepared: one has a seat and the game goes on; also out of turn. */
  readonly mayPrepare: boolean;
  /** The time that this seat has left now; null where nothing limits it, and while it is not to act. */
  readonly leftMs: number | null;
  /** Whether an action is under way and not answered yet. */
  readonly busy: boolean;
  /** Do something. A refusal is shown and spoken by the shell; the promise tells the game. */
  act(action: Action): Promise<Verdict>;
  /**
   * What an action would bring, in words of the player: points, words, or the problem with its clause. Works out of
   * turn too. Null if it cannot be told now, or if a later question has overtaken this one.
   */
  preview(action: Action): Promise<Choice | null>;
  /** The same for several actions at once, in their order; nothing if it cannot be told now, or never here. */
  previews?(actions: readonly Action[]): Promise<Choice[]>;
  /**
   * Some actions that the rules allow now, the best first where the game can tell; nothing out of turn, and where
   * finding plays is up to the players.
   */
  hints(limit?: number): Promise<Action[]>;
  /** Whether the score of this game does not stand any more once `hints` or `choices` were asked for. */
  readonly listingCostsScore: boolean;
  /**
   * The same with what each would bring, a few of each kind and how many more there are: those that make or name
   * something with these letters. Null where nothing may be listed.
   */
  choices(containing: string): Promise<Choices | null>;
  /** Keep something on this device for this seat: the order of the rack, above all. */
  remember(text: string): void;
  /** What was kept, also after the page was loaded again. */
  remembered(): string | null;
  /** Say something in the live region, for those who listen: "CICHY, 18 points". */
  speak(text: string): void;
  /** Make a sound, unless sounds are off. */
  sound(name: SoundName): void;
}

/** The one button that does what will be done: "Play 18". */
export interface Primary {
  label: string;
  /** Why it cannot be pressed, as a sentence; it stands near the button. */
  why: string | null;
  disabled: boolean;
  run(): void;
}

/** A smaller deed: an icon over a word. */
export interface Tool {
  id: string;
  icon: IconName;
  label: string;
  disabled?: boolean;
  /** Whether it is switched on, for tools that switch: sorting by colour. */
  pressed?: boolean;
  /** "hand" stands beside the rack; "rare" goes to the column on wide screens and is last in the row on phones. */
  place: "hand" | "rare";
  run(): void;
}

/** The game's own object for one seat, made by `sit`. The shell calls and reads only this much of it. */
export interface Play<Event> {
  readonly primary: Primary;
  /** What one does instead, where that is as usual as the other: drawing a tile. It stands beside the primary one. */
  readonly second?: Primary | null;
  readonly tools: readonly Tool[];
  /** What speaks against what is being prepared, as a sentence with its clause; the shell shows it. */
  readonly problem: string | null;
  /**
   * The table has changed: the view is the new one already, and these are the events that led to it (all from the
   * beginning at first). Bring what is being prepared in line with it. It is not called while nothing changes.
   */
  arrived(events: readonly Event[]): void;
  /** A key was pressed on the page, not in a field. True if the game has used it. */
  key?(event: KeyboardEvent): boolean;
}

/** What every component of a game gets. */
export interface Part<View, Action, P> {
  sitting: Sitting<View, Action>;
  play: P;
}

/** The figure in the chip of a seat. */
export interface Figure {
  /** What stands there in large: "214", or "9" tiles. */
  text: string;
  /** The same for those who listen: "214 points". */
  spoken: string;
  /** A small line under it, where there is one: "12 tiles". */
  note?: string;
  /** A small tag above the chip: "below 30". */
  tag?: string;
  /** Whether the figure counts tiles, and a sign of one goes with it. */
  counts?: "tiles";
}

/** One line of the move list, as the server tells it; a place on the board is called as the viewer calls it: "A9". */
export interface Move extends LineShown {
  /** The same for those who listen: "A9 across". */
  where?: string;
}

/** A question with a time limit, asked of the seat: a challenge, a new deal. */
export interface Question<Action> {
  title: string;
  text: string;
  /** A line under the buttons: "The dictionary opens after a challenge (S7.1)." */
  note?: string;
  /** At most two; the first one is the grave one, the second lets things be. */
  answers: readonly { label: string; action: Action; grave?: boolean }[];
}

/** Something to look at beside the table. */
export interface Panel<View, Action, P> {
  id: string;
  icon: IconName;
  title(): string;
  /** The words of the pill on phones: "Unseen 38". */
  pill(view: View): string;
  /** Whether there is anything to look at now; always, where this is left out. */
  shown?(sitting: Sitting<View, Action>): boolean;
  /** A small line beside the title. */
  note?(view: View, names: Names): string;
  Content: Component<Part<View, Action, P>>;
}

/** A game, whole. */
export interface Game<View, Event, Action, P extends Play<Event>> {
  sit(sitting: Sitting<View, Action>): P;
  /** Whether the board needs the whole page: seats in a row above it, everything beside it behind pills. */
  wide?: boolean;
  Board: Component<Part<View, Action, P>>;
  Rack: Component<Part<View, Action, P>>;
  /** What stands in the left column of wide screens under the seats: the play in figures. */
  Notes?: Component<Part<View, Action, P>>;
  Dialogs?: Component<Part<View, Action, P>>;
  panels: readonly Panel<View, Action, P>[];
  /** What stands at a seat, in a game that is won in this way; null for none. */
  figure(view: View, seat: number, kind: TableShown["kind"]): Figure | null;
  /**
   * What has happened, in one sentence that is spoken and shown as the last move; null if it is not worth it. The line
   * of the move list that the event has, if any, comes along.
   */
  describe(event: Event, names: Names, move?: Move): string | null;
  /** The words that an event has brought to the table. A game that tells them lets players report one. */
  words?(event: Event): readonly string[];
  /** The question that the seat has to answer now, if the game asks one apart from the turn. */
  question?(view: View, seat: number, names: Names): Question<Action> | null;
  /** What the end of the game was for: the reason of the outcome as a sentence. */
  reason(reason: string): string;
}

/** A game whose types nobody but itself knows. */
export type AnyGame = Game<unknown, unknown, unknown, Play<unknown>>;

/** Makes a game's default export; the one place where its types are forgotten. */
export function game<View, Event, Action, P extends Play<Event>>(it: Game<View, Event, Action, P>): AnyGame {
  return it as unknown as AnyGame;
}
