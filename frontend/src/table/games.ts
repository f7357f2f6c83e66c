/** The folders of games; each is loaded when it is wanted. */

import type { AnyGame } from "./game";

const folders = import.meta.glob<{ default: AnyGame }>("../games/*/index.ts");

/** A game by its name on the server; null where it has no folder. */
export async function loadGame(name: string): Promise<AnyGame | null> {
  const load = folders[`../games/${name}/index.ts`];
  return load ? (await load()).default : null;
}
