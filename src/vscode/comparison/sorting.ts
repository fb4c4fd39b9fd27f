/** By what the rows of a comparison are sorted. */
import { speedOf } from '../../reduction/comparison/comparison';
import type { Row } from '../../reduction/comparison/comparison';

export interface Order {
  readonly column: number;
  readonly down: boolean;
}

/** As the columns of the table, in their order; undefined if there is no figure yet, or none at all. */
const values: readonly ((row: Partial<Row>) => string | number | undefined)[] = [
  ({ name }) => name,
  ({ after }) => after?.tokens,
  ({ after }) => after?.bytes,
  ({ tests }) => tests,
  ({ oracleMs }) => oracleMs,
  ({ ms }) => ms,
  speedOf,
  ({ ending, confirmed }) => ending && `${confirmed ? 0 : 1}${ending}`,
];

export const columnCount = values.length;

/** Rows that are equal stay in their order; those without a value come last. */
export function sorted<T>(rows: readonly T[], order: Order | undefined, rowOf: (row: T) => Partial<Row>): T[] {
  if (!order) return [...rows];
  const value = values[order.column];
  const sign = order.down ? -1 : 1;
  return [...rows].sort((a, b) => compared(value(rowOf(a)), value(rowOf(b)), sign));
}

function compared(a: string | number | undefined, b: string | number | undefined, sign: number): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
  return a < b ? -sign : sign;
}
