/** What comes of a comparison: a row for each way to search, and the best of them. */
import type { SizePoint } from '../../charts/series';
import type { Ending, Size } from '../events/events';
import { grouped } from '../events/progress';
import type { Queries, Swept } from './queries';

export interface Row {
  /** The text of its `SearchValue`. */
  readonly name: string;
  /** `failed`: there is no result. */
  readonly ending: Ending | 'failed';
  /** What broke it or kept it from starting, in one sentence. */
  readonly problem?: string;
  readonly before?: Size;
  readonly after?: Size;
  /** Different candidates that the search asked for and committed: no calibration, no confirmation, nothing that was run ahead in vain. */
  readonly tests: number;
  /** Summed wall times of all that was run, and the wall time of all; both with calibration and confirmation. */
  readonly oracleMs: number;
  readonly ms: number;
  readonly confirmed: boolean;
  /** Tests by kind; and what sweeps found, if lists were swept. */
  readonly queries: Queries;
  readonly swept?: Swept;
  /** How its size went, at most `mostPoints`; ms since the search began, without pauses. */
  readonly course: readonly SizePoint[];
}

/** The smallest result that was confirmed; of equal ones the one with the fewest tests, then the quickest. */
export function bestOf(rows: readonly Row[]): Row | undefined {
  const [best] = rows.filter(({ after, confirmed }) => after && confirmed).sort(better);
  return best;
}

function better(a: Row, b: Row): number {
  return a.after!.tokens - b.after!.tokens || a.tests - b.tests || a.oracleMs - b.oracleMs;
}

/** Columns of the table: headings, and what they say of a row. The first is a name, the last words, the others are numbers. */
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

/** Tokens removed a second; undefined if there is no result. */
export function speedOf({ before, after, ms }: Partial<Row>): number | undefined {
  return before && after && ms ? Math.round((1000 * (before.tokens - after.tokens)) / ms) : undefined;
}

export function speed(row: Row): string {
  const value = speedOf(row);
  return value === undefined ? '–' : grouped(value);
}

/** `done, confirmed` */
export function endWords({ ending, problem, confirmed }: Row): string {
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
