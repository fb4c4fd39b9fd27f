/** Result of a comparison: a row for each search, and the best of them. */
import * as l10n from '@vscode/l10n';
import type { SizePoint } from '../../charts/series';
import type { Ended, Ending } from '../events/ended';
import type { Size } from '../events/size';
import { grouped } from '../events/progress';
import type { Queries, Swept } from './queries';

/** A search in the table. */
export interface Measured {
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
}

export interface Row extends Measured {
  /** Tests by kind; and the findings of sweeps, if lists were swept. */
  readonly queries: Queries;
  readonly swept?: Swept;
  /** Its sizes over time, at most `mostPoints`; ms since the search began, without pauses. */
  readonly course: readonly SizePoint[];
}

type Figures = Ended & Readonly<Record<'bytes' | 'tokens', { readonly before: number; readonly after: number }>>;

/** Of a finished reduction. */
export function measured(
  name: string,
  { ending, problem, bytes, tokens, search, oracleMs, ms, confirmed }: Figures,
): Measured {
  const before = { bytes: bytes.before, tokens: tokens.before };
  const after = { bytes: bytes.after, tokens: tokens.after };
  return { name, ending, problem, before, after, tests: search.tests, oracleMs, ms, confirmed };
}

/** The smallest confirmed result; among equal ones the one with the fewest tests, then the fastest. */
export function bestOf<M extends Measured>(rows: readonly M[]): M | undefined {
  const [best] = rows.filter(({ after, confirmed }) => after && confirmed).sort(better);
  return best;
}

function better(a: Measured, b: Measured): number {
  return a.after!.tokens - b.after!.tokens || a.tests - b.tests || a.oracleMs - b.oracleMs;
}

interface Column {
  readonly heading: () => string;
  readonly cell: (row: Measured) => string;
  /** The editor needs its room for buttons. */
  readonly terminalOnly?: true;
}

/** Columns of the table. The first one has a name, the last has words, the others have numbers. */
export const columns: readonly Column[] = [
  { heading: () => l10n.t('Search'), cell: ({ name }) => name },
  { heading: () => l10n.t('Tokens'), cell: ({ after }) => (after ? grouped(after.tokens) : '–') },
  { heading: () => 'Bytes', cell: ({ after }) => (after ? grouped(after.bytes) : '–'), terminalOnly: true },
  { heading: () => l10n.t('Tests'), cell: ({ tests }) => grouped(tests) },
  { heading: () => l10n.t('Oracle'), cell: ({ oracleMs }) => seconds(oracleMs) },
  { heading: () => l10n.t('Time'), cell: ({ ms }) => seconds(ms) },
  { heading: () => 'Tokens/s', cell: speed, terminalOnly: true },
  { heading: () => l10n.t('End'), cell: endWords },
];

/** Tokens removed per second. */
function speed({ before, after, ms }: Measured): string {
  return before && after && ms ? grouped(Math.round((1000 * (before.tokens - after.tokens)) / ms)) : '–';
}

/** `done, verified` */
function endWords({ ending, problem, confirmed }: Measured): string {
  if (ending === 'failed' || ending === 'broken') return problem ?? l10n.t('failed');
  const ends = {
    done: l10n.t('done'),
    time: l10n.t('time limit reached'),
    tests: l10n.t('test limit reached'),
    size: l10n.t('target size reached'),
    enough: l10n.t('stopped'),
    interrupted: l10n.t('stopped'),
  };
  if (ending === 'interrupted') return ends.interrupted;
  return confirmed ? l10n.t('{0}, verified', ends[ending]) : l10n.t('{0}, NOT verified', ends[ending]);
}

/** `12.3 s` */
export function seconds(ms: number): string {
  const value = ms / 1000;
  return `${value < 100 ? value.toFixed(1) : grouped(Math.round(value))} s`;
}
