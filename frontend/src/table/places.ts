/** What squares of a board are called, in the notation that the viewer has chosen. */

export interface Square {
  row: number;
  col: number;
}

/** Where a word begins, and how it runs. */
export interface Start extends Square {
  down: boolean;
}

const letterOf = (n: number): string => String.fromCharCode(65 + n);

/** The name of a square: letters are for rows in Polish notation, for columns elsewhere. */
export function squareName(square: Square, notation: string): string {
  return notation === "polish"
    ? `${letterOf(square.row)}${square.col + 1}`
    : `${letterOf(square.col)}${square.row + 1}`;
}

export const rowName = (row: number, notation: string): string =>
  notation === "polish" ? letterOf(row) : String(row + 1);
export const colName = (col: number, notation: string): string =>
  notation === "polish" ? String(col + 1) : letterOf(col);

/** Where a word begins and how it runs: across names the row first, down the column. */
export function spanName(span: Start, notation: string): string {
  const [row, col] = [rowName(span.row, notation), colName(span.col, notation)];
  return span.down ? `${col}${row}` : `${row}${col}`;
}
