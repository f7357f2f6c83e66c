/** One look at a table as it was. */

import { Apart } from "../table/apart";
import type { AnyGame, Names, Play } from "../table/game";

export class Looking extends Apart {
  readonly mayPrepare = false;
  readonly notation: string;
  readonly nSeats: number | undefined;
  readonly play: Play<unknown>;
  readonly #names: Names;

  constructor(game: AnyGame, names: Names, view: unknown, seat: number | null) {
    super(view, seat);
    this.#names = names;
    this.notation = names.notation;
    this.nSeats = names.nSeats;
    this.play = this.sit(game);
  }

  nameOf(seat: number): string {
    return this.#names.nameOf(seat);
  }
}
