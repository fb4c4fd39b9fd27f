/** Result of a comparison: a row for each search, and the best of them. */
import type { SizePoint } from '../../charts/series';
import type { Ending } from '../events/ended';
import type { Size } from '../events/size';
import { grouped } from '../events/progress';
import type { Queries, Swept } from './queries';

export interface Row {
  /** The text of its `SearchValue`. */
  readonly name: string;
  /** `failed`: there is no result. */
  readonly ending: Ending | 'failed';
  /** The error that ended it or prevented its start, in one sentence. */
  readonly problem?: string;
  readonly before?: Size;
  readonly after?: Size;
  /** Different candidates that the search requested and committed: without calibration, confirmation and unused tests ahead. */
  readonly tests: number;
  /** Sum of the wall times of all runs, and total wall time; both include calibration and confirmation. */
  readonly oracleMs: number;
  readonly ms: number;
  readonly confirmed: boolean;
  /** Tests by kind; and the findings of sweeps, if lists were swept. */
  readonly queries: Queries;
  readonly swept?: Swept;
  /** Its sizes over time, at most `mostPoints`; ms since the search began, without pauses. */
  readonly course: readonly SizePoint[];
}

/** The smallest confirmed result; among equal ones the one with the fewest tests, then the fastest. */
export function bestOf(rows: readonly Row[]): Row | undefined {
  const [best] = rows.filter(({ after, confirmed }) => after && confirmed).sort(better);
  return best;
}

function better(a: Row, b: Row): number {
  return a.after!.tokens - b.after!.tokens || a.tests - b.tests || a.oracleMs - b.oracleMs;
}

/** Columns of the table: heading and cell. The first column has a name, the last has words, the others have numbers. */
export const columns: readonly { readonly heading: string; readonly cell: (row: Row) => string }[] = [
  { heading: 'search', cell: ({ name }) => name },
  { heading: 'tokens', cell: ({ after }) => (after ? grouped(after.tokens) : '–') },
  { heading: 'bytes', cell: ({ after }) => (after ? grouped(after.bytes) : '–') },
  { heading: 'tests', cell: ({ tests }) => grouped(tests) },
  { heading: 'oracle', cell: ({ oracleMs }) => seconds(oracleMs) },
  { heading: 'time', cell: ({ ms }) => seconds(ms) },
  { heading: 'tok/s', cell: speed },
  { heading: 'end', cell: endWords },
];

/** Tokens removed per second; undefined without a result. */
export function speedOf({ before, after, ms }: Partial<Row>): number | undefined {
  return before && after && ms ? Math.round((1000 * (before.tokens - after.tokens)) / ms) : undefined;
}

export function speed(row: Row): string {
  const value = speedOf(row);
  return value === undefined ? '–' : grouped(value);
}

/** `done, confirmed` */
function endWords({ ending, problem, confirmed }: Row): string {
  if (ending === 'failed') return problem ?? 'failed';
  const ends = {
    done: 'done',
    time: 'time is spent',
    tests: 'tests are spent',
    size: 'small enough',
    interrupted: 'interrupted',
    broken: `broken off: ${problem}`,
  };
  if (ending === 'interrupted' || ending === 'broken') return ends[ending];
  return `${ends[ending]}, ${confirmed ? 'confirmed' : 'NOT confirmed'}`;
}

/** `12.3 s` */
export function seconds(ms: number): string {
  const value = ms / 1000;
  return `${value < 100 ? value.toFixed(1) : grouped(Math.round(value))} s`;
}
