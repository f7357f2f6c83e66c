/** A place at no table: what was dealt can be laid out at will, and nobody judges it. */

import type { PresetShown } from "../protocol";
import type { AnyGame, Play, Sitting, Verdict } from "../table/game";
import { play as makeSound, type SoundName } from "../table/sounds";
import { say } from "../texts";

/** What the page brings along of a game: a way to play it, and what one seat sees of some deals. */
export interface Practice {
  preset: PresetShown;
  views: { to_act?: number[] }[];
}

export class Deal implements Sitting<unknown, unknown> {
  readonly seat: number;
  readonly view: unknown;
  readonly notation: string;
  readonly lookingBack = false;
  readonly leftMs = null;
  readonly toAct = false;
  readonly mayPrepare = true;
  readonly busy = false;
  readonly play: Play<unknown>;
  spoken = $state("");

  constructor(game: AnyGame, { preset, views }: Practice, number: number) {
    const view = views[number % views.length];
    this.view = view;
    this.seat = Math.min(...(view?.to_act ?? [0]));
    this.notation = preset.notation;
    this.play = game.sit(this);
    this.play.arrived([]);
  }

  get newest(): unknown {
    return this.view;
  }

  nameOf = (seat: number): string => say("Player {n}", { n: seat + 1 });

  act(): Promise<Verdict> {
    return Promise.resolve({ done: false, message: "", clause: null });
  }

  preview(): Promise<null> {
    return Promise.resolve(null);
  }

  previews(): Promise<[]> {
    return Promise.resolve([]);
  }

  hints(): Promise<unknown[]> {
    return Promise.resolve([]);
  }

  remember(): void {}

  remembered(): null {
    return null;
  }

  speak(text: string): void {
    this.spoken = text;
  }

  sound(name: SoundName): void {
    makeSound(name);
  }
}
