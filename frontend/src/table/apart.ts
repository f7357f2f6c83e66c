/** A place at no living table: what is in sight stays as it is, nothing can be done and nobody judges. */

import type { AnyGame, Play, Sitting, Verdict } from "./game";
import type { SoundName } from "./sounds";

export abstract class Apart implements Sitting<unknown, unknown> {
  readonly seat: number | null;
  readonly view: unknown;
  readonly lookingBack = false;
  readonly toAct = false;
  readonly waitedFor = [];
  readonly busy = false;
  readonly leftMs = null;
  readonly listingCostsScore = false;
  abstract readonly mayPrepare: boolean;
  abstract readonly notation: string;
  abstract readonly play: Play<unknown>;

  constructor(view: unknown, seat: number | null) {
    this.view = view;
    this.seat = seat;
  }

  /** The game's own object for this place, once all else is known. */
  protected sit(game: AnyGame): Play<unknown> {
    const play = game.sit(this);
    play.arrived([]);
    return play;
  }

  get newest(): unknown {
    return this.view;
  }

  abstract nameOf(seat: number): string;

  act(): Promise<Verdict> {
    return Promise.resolve({ done: false, message: "", clause: null });
  }

  preview(): Promise<null> {
    return Promise.resolve(null);
  }

  previews(): Promise<[]> {
    return Promise.resolve([]);
  }

  hints(): Promise<[]> {
    return Promise.resolve([]);
  }

  choices(): Promise<null> {
    return Promise.resolve(null);
  }

  remember(): void {}

  remembered(): null {
    return null;
  }

  speak(_text: string): void {}

  sound(_name: SoundName): void {}
}
