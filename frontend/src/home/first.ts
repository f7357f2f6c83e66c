/** The game that is on the first page at once: against a gentle bot, and the same one when somebody comes back. */

import { ask } from "../api";
import type { PresetShown, TableSummary } from "../protocol";
import { TableHere } from "../table/here.svelte";

const KEY = "first table";
const GENTLE = "beginner";

/** The table that lies on the first page. */
export async function firstTable(preset: string): Promise<TableHere | null> {
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
  const presets = await ask("GET /api/presets");
  const wanted = presets.find((each) => each.id === preset);
  const first = (each: PresetShown) => Number(each.id !== preset);
  const playable = presets
    .filter((each) => each.game === wanted?.game && each.missing === null)
    .sort((one, other) => first(one) - first(other) || one.id.length - other.id.length);
  let refusal: unknown;
  for (const { id: each } of playable) {
    try {
      // a word that is not in the list is refused at once: nobody has to challenge a gentle bot
      const options = { challenge: "off" };
      return await ask("POST /api/tables", {}, { preset: each, seats: [GENTLE], n_seats: 2, options });
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}
