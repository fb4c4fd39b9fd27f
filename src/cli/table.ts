/** Tables in a terminal. */

/** Pads the columns to the width of their cells: numbers to the right, but for the first column. */
export function aligned(rows: readonly (readonly string[])[], numbers = false): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const padded = (cell: string, column: number) =>
    numbers && column > 0 ? cell.padStart(widths[column]) : cell.padEnd(widths[column]);
  return rows.map((row) => row.map(padded).join('  ').trimEnd()).join('\n');
}
