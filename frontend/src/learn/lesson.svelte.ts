/** A lesson: prepared positions one after another. The server judges each attempt by the rules of the game. */

import { ask } from "../api";
import type { Choice, Judged } from "../protocol";
import type { AnyGame, Play, Sitting, Verdict } from "../table/game";
import { play as makeSound, type SoundName } from "../table/sounds";
import { refusal, say } from "../texts";

/** A step as the page brings it along. */
export interface Step {
  id: string;
  title: string;
  task: string;
  /** What the judge cannot tell here. */
  limits: string | null;
  seat: number;
  view: unknown;
  solution: unknown;
  /** Where the position is from a game: then the engine judges. */
  puzzle: { table: string; seq: number } | null;
}

/** A lesson as the page brings it along. */
export interface LessonShown {
  game: string;
  preset: string;
  notation: string;
  title: string;
  steps: Step[];
  /** Where one comes from. */
  back: string;
}

/** The place of a learner at one step: what a table would be, and nothing is kept. */
class Place implements Sitting<unknown, unknown> {
  readonly seat: number;
  readonly lookingBack = false;
  readonly leftMs = null;
  readonly listingCostsScore = false;
  readonly waitedFor = [];
  readonly notation: string;
  view = $state.raw<unknown>();
  solved = $state(false);
  busy = $state(false);
  /** A refusal of what was done; what the teacher says to the latest attempt. */
  refused = $state("");
  said = $state("");
  spoken = $state("");
  play: Play<unknown>;
  #lesson: Lesson;
  #step: Step;
  #asked = 0;

  constructor(lesson: Lesson, step: Step) {
    this.#lesson = lesson;
    this.#step = step;
    this.seat = step.seat;
    this.notation = lesson.shown.notation;
    this.view = step.view;
    this.play = lesson.game.sit(this);
    this.play.arrived([]);
  }

  get newest(): unknown {
    return this.view;
  }

  get toAct(): boolean {
    return !this.solved;
  }

  get mayPrepare(): boolean {
    return !this.solved;
  }

  nameOf = (seat: number): string => (seat === this.seat ? say("you") : say("guest"));

  async act(action: unknown): Promise<Verdict> {
    this.busy = true;
    this.refused = "";
    try {
      return this.#take(await this.#judged(action, true));
    } catch (error) {
      this.refused = error instanceof Error ? error.message : String(error);
      return { done: false, message: this.refused, clause: null };
    } finally {
      this.busy = false;
    }
  }

  #take({ choice, solved, said, view, events }: Judged): Verdict {
    this.said = said ?? "";
    if (!solved) {
      this.refused = choice.problem === null ? "" : refusal(choice.problem, choice.clause);
      this.speak(`${this.refused} ${this.said}`);
      this.sound("refused");
      return { done: false, message: choice.problem ?? this.said, clause: choice.clause };
    }
    this.view = view;
    this.play.arrived(events);
    this.solved = true;
    this.#lesson.finish(this.#step);
    this.speak(this.said);
    this.sound("bell");
    return { done: true };
  }

  async preview(action: unknown): Promise<Choice | null> {
    const number = ++this.#asked;
    try {
      const found = await this.#judged(action, false);
      if (number !== this.#asked) {
        return null;
      }
      this.refused = "";
      this.said = found.choice.problem === null ? "" : (found.said ?? "");
      return found.choice;
    } catch {
      return null;
    }
  }

  #judged(action: unknown, final: boolean): Promise<Judged> {
    const { preset } = this.#lesson.shown;
    const { puzzle } = this.#step;
    if (puzzle) {
      return ask("POST /api/puzzles/{table_id}/{seq}", { table_id: puzzle.table, seq: String(puzzle.seq) }, { action, final });
    }
    return ask("POST /api/lessons/{preset}/{step}", { preset, step: this.#step.id }, { action });
  }

  previews = (): Promise<Choice[]> => Promise.resolve([]);
  hints = (): Promise<unknown[]> => Promise.resolve([]);
  choices = (): Promise<null> => Promise.resolve(null);
  remember(): void {}
  remembered = (): null => null;

  speak(text: string): void {
    // the same words twice would not be read twice
    this.spoken = this.spoken === text ? `${text}\u00a0` : text;
  }

  sound(name: SoundName): void {
    makeSound(name);
  }
}

export class Lesson {
  readonly shown: LessonShown;
  readonly game: AnyGame;
  at = $state(0);
  place = $state.raw<Place>() as Place;
  /** The steps that were done, also on another day. */
  done = $state.raw<ReadonlySet<string>>(new Set());

  constructor(shown: LessonShown, game: AnyGame) {
    this.shown = shown;
    this.game = game;
    this.done = new Set(JSON.parse(localStorage.getItem(this.#key) ?? "[]") as string[]);
    this.follow();
  }

  get #key(): string {
    return `lesson ${this.shown.game}`;
  }

  get step(): Step {
    return this.shown.steps[this.at] as Step;
  }

  get next(): Step | null {
    return this.shown.steps[this.at + 1] ?? null;
  }

  /** Go to the step that the address names, else to the first that was not done. */
  follow(): void {
    const { steps } = this.shown;
    const named = steps.findIndex(({ id }) => `#${id}` === location.hash);
    this.at = named >= 0 ? named : Math.max(0, steps.findIndex(({ id }) => !this.done.has(id)));
    this.begin();
  }

  /** Lay the position of the step out anew. */
  begin(): void {
    this.place = new Place(this, this.step);
  }

  /** Do what the step is about. */
  async show(): Promise<void> {
    this.begin();
    await this.place.act(this.step.solution);
  }

  finish({ id }: Step): void {
    this.done = new Set([...this.done, id]);
    localStorage.setItem(this.#key, JSON.stringify([...this.done]));
  }
}
