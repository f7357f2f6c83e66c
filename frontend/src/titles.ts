/** What games are called, where nothing but their names on the server is known. */

import { ask } from "./api";
import type { GameShown } from "./protocol";
import { inLanguage } from "./texts";

let asked: Promise<GameShown[]> | undefined;

/** Every game; it is asked for once. */
export const allGames = (): Promise<GameShown[]> => (asked ??= ask("GET /api/games"));

/** What a game is called in the language of the page. */
export function titleOf(name: string, games: readonly GameShown[]): string {
  const game = games.find((each) => each.name === name);
  return game ? inLanguage(game.title) : name;
}
