/** What was dealt at no table: it can be laid out at will. */

import type { PresetShown } from "../protocol";
import { Apart } from "../table/apart";
import type { AnyGame, Play } from "../table/game";
import { play as makeSound, type SoundName } from "../table/sounds";
import { say } from "../texts";

/** What the page brings along of a game: a way to play it, and what one seat sees of some deals. */
export interface Practice {
  preset: PresetShown;
  views: { to_act?: number[] }[];
}

export class Deal extends Apart {
  readonly mayPrepare = true;
  readonly notation: string;
  readonly play: Play<unknown>;
  spoken = $state("");

  constructor(game: AnyGame, { preset, views }: Practice, number: number) {
    const view = views[number % views.length];
    super(view, Math.min(...(view?.to_act ?? [0])));
    this.notation = preset.notation;
    this.play = this.sit(game);
  }

  nameOf(seat: number): string {
    return say("Player {n}", { n: seat + 1 });
  }

  override speak(text: string): void {
    this.spoken = text;
  }

  override sound(name: SoundName): void {
    makeSound(name);
  }
}
