/** The folders of games; each is loaded when it is wanted. */

import type { AnyGame } from "./game";

const folders = import.meta.glob<{ default: AnyGame }>("../games/*/index.ts");

/** A game by its name on the server; the plain one where it has no folder. */
export async function loadGame(name: string): Promise<AnyGame> {
  const load = folders[`../games/${name}/index.ts`] ?? (() => import("../plain"));
  return (await load()).default;
}
