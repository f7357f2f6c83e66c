/** The game that is on the first page at once, and the same one when somebody comes back. */

import { ask } from "../api";
import type { PresetShown, TableSummary } from "../protocol";
import { TableHere } from "../table/here.svelte";
import { allGames } from "../titles";

const KEY = "first table";

/** The table that lies on the first page. */
export async function firstTable(preset: string): Promise<TableHere> {
  const known = localStorage.getItem(`${KEY} ${preset}`);
  const kept = known === null ? null : await found(known);
  const table = kept ?? (await laid(preset));
  localStorage.setItem(`${KEY} ${preset}`, table.id);
  return TableHere.open(table.id);
}

async function found(table_id: string): Promise<TableSummary | null> {
  try {
    const table = await ask("GET /api/tables/{table_id}", { table_id });
    return table.status === "playing" && table.your_seats.length ? table : null;
  } catch {
    return null;
  }
}

/** A new table; where the words of the language are missing, that of another one. */
async function laid(preset: string): Promise<TableSummary> {
  const [presets, games] = await Promise.all([ask("GET /api/presets"), allGames()]);
  const wanted = presets.find((each) => each.id === preset);
  const first = (each: PresetShown) => Number(each.id !== preset);
  const playable = presets
    .filter((each) => each.game === wanted?.game && each.missing === null)
    .sort((one, other) => first(one) - first(other));
  const { seats = [], options = {} } = games.find((each) => each.name === wanted?.game)?.first ?? {};
  let refusal: unknown;
  for (const { id: each } of playable) {
    try {
      return await ask("POST /api/tables", {}, { preset: each, seats, n_seats: 1 + seats.length, options });
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}
