/**
 * The picture of a game on the first page: the default export of `src/games/<name>/card.ts`. It is apart from the game
 * itself, so that the first page loads no game that nobody has chosen.
 */

import type { Component } from "svelte";

export interface Card {
  /** A little picture, some 72 px wide. */
  Picture: Component;
}

const found = import.meta.glob<{ default: Card }>("../games/*/card.ts", { eager: true });

/** The card of a game by its name on the server. */
export const cardOf = (game: string): Card | undefined => found[`../games/${game}/card.ts`]?.default;
