/** Result of a comparison: a row for each search, and the best of them. */
import * as l10n from '@vscode/l10n';
import type { SizePoint } from '../../charts/series';
import { type Range, without } from '../../text/ranges';
import { type Candidate, candidateSource, removedRanges } from '../../text/source';
import type { Commit } from '../drive/drive';
import type { Ended, Ending, Size } from '../events/ended';
import { grouped } from '../events/progress';

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

/**
 * The tests of a search by kind, as counted by Zhang et al. 2025 (CDD, Fig. 2): the number of each kind, and the number that held.
 * Also the findings of sweeps at the ends of lists: whether a result was 1-minimal.
 */
export interface Tests {
  readonly tests: number;
  readonly held: number;
}

/**
 * `complement`: deletes all of a list but one part (ddmin's subsets). `revisit`: deletes exactly what an earlier test deleted from a
 * larger text. `other`: the rest. Repeated content is no test; single deletions of a sweep are counted separately.
 */
export const queryKinds = ['complement', 'revisit', 'other'] as const;

export type Queries = Readonly<Record<(typeof queryKinds)[number], Tests>>;

/** Only if a sweep ends each list (`sweep` on). */
export interface Swept extends Tests {
  /** Swept lists, and those of them with a result that was not 1-minimal. */
  readonly lists: number;
  readonly notMinimal: number;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export class QueryCounter {
  private readonly counts: Record<keyof Queries, Mutable<Tests>> = {
    complement: { tests: 0, held: 0 },
    revisit: { tests: 0, held: 0 },
    other: { tests: 0, held: 0 },
  };
  private readonly sweep: Mutable<Swept> = { tests: 0, held: 0, lists: 0, notMinimal: 0 };
  /** Deletions tried so far. */
  private readonly tried = new Set<string>();
  private gone: readonly Range[] = [];
  /** In the current list: has a sweep begun, and has it removed anything? */
  private swept: 'no' | 'nothing' | 'something' = 'no';

  get queries(): Queries {
    return this.counts;
  }

  /** Undefined if nothing was swept. */
  get minimality(): Swept | undefined {
    return this.sweep.lists === 0 ? undefined : this.sweep;
  }

  /** A new label means a new list. */
  beginList(): void {
    this.swept = 'no';
  }

  commit({ candidate, answer, cached, kind }: Commit<Candidate>): void {
    const held = answer.verdict === 'holds';
    const text = candidateSource(candidate);
    const removed = removedRanges(text);
    if (kind === 'certifying') this.countSweep(held, cached);
    else if (!cached) this.count(this.kindOf(wordsOf(without(removed, this.gone), text.original), kind), held);
    if (held) this.gone = removed;
  }

  private kindOf(going: string, kind: Commit<Candidate>['kind']): keyof Queries {
    const known = this.tried.has(going);
    this.tried.add(going);
    if (kind === 'subset') return 'complement';
    return known ? 'revisit' : 'other';
  }

  private count(kind: keyof Queries, held: boolean): void {
    this.counts[kind].tests++;
    if (held) this.counts[kind].held++;
  }

  private countSweep(held: boolean, cached: boolean): void {
    if (this.swept === 'no') {
      this.swept = 'nothing';
      this.sweep.lists++;
    }
    if (!cached) this.sweep.tests++;
    if (!held) return;
    this.sweep.held++;
    if (this.swept === 'nothing') this.sweep.notMinimal++;
    this.swept = 'something';
  }
}

/** The ranges as offsets, without outer blanks: the rest of the text decides which blanks are deleted along. */
function wordsOf(ranges: readonly Range[], text: string): string {
  const trimmed = ranges.map(({ start, end }) => {
    const words = text.slice(start, end);
    return words.trim() === '' ? '' : `${start + words.search(/\S/)}-${start + words.trimEnd().length}`;
  });
  return trimmed.filter(Boolean).join();
}
