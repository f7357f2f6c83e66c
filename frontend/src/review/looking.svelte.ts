/** One look at a table as it was: a place from which nothing can be done. */

import type { Choice } from "../protocol";
import type { AnyGame, Names, Play, Sitting, Verdict } from "../table/game";

export class Looking implements Sitting<unknown, unknown> {
  readonly seat: number | null;
  readonly view: unknown;
  readonly play: Play<unknown>;
  readonly lookingBack = false;
  readonly toAct = false;
  readonly mayPrepare = false;
  readonly busy = false;
  readonly leftMs = null;
  readonly #names: Names;

  constructor(game: AnyGame, names: Names, view: unknown, seat: number | null) {
    this.seat = seat;
    this.view = view;
    this.#names = names;
    this.play = game.sit(this);
    this.play.arrived([]);
  }

  get newest(): unknown {
    return this.view;
  }

  get notation(): string {
    return this.#names.notation;
  }

  nameOf(seat: number): string {
    return this.#names.nameOf(seat);
  }

  act(): Promise<Verdict> {
    return Promise.resolve({ done: false, message: "", clause: null });
  }

  preview(): Promise<Choice | null> {
    return Promise.resolve(null);
  }

  previews(): Promise<[]> {
    return Promise.resolve([]);
  }

  hints(): Promise<unknown[]> {
    return Promise.resolve([]);
  }

  remember(): void {}

  remembered(): string | null {
    return null;
  }

  speak(): void {}

  sound(): void {}
}
