/** Whether a table is what somebody looks for. */

import type { TableSummary, Terms } from "../protocol";

/** A table that is looked for: what is played, with how many, and on which terms. */
export interface Wish {
  preset: string;
  n_seats: number;
  terms: Terms;
}

/** Whether somebody waits at a table for one more. */
export const isWaiting = (table: TableSummary): boolean => !table.your_seats.length && table.seats.includes(null);

/** Whether a table is just what is wished for. */
export const fits = (table: TableSummary, wish: Wish): boolean =>
  table.preset === wish.preset && table.seats.length === wish.n_seats && ordered(table.terms) === ordered(wish.terms);

/** JSON in which the order of fields makes no difference. */
const ordered = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part instanceof Object && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
  );
