/** How squares are called, where a person wants them called otherwise than the game at hand does; kept on this device. */

export type Notation = "polish" | "international";

export const NOTATIONS: readonly Notation[] = ["polish", "international"];
const KEY = "notation";
const kept = localStorage.getItem(KEY) as Notation | null;
let chosen = $state(kept !== null && NOTATIONS.includes(kept) ? kept : null);

/** The notation chosen, or null while each game has its own. */
export const chosenNotation = (): Notation | null => chosen;

export function chooseNotation(notation: Notation | null): void {
  chosen = notation;
  if (notation === null) {
    localStorage.removeItem(KEY);
  } else {
    localStorage.setItem(KEY, notation);
  }
}
