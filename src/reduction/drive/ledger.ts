/** The verdicts that a driver has committed, and the log by which its walk can be repeated without tests (see `journal.ts`). */
import type { OracleAnswer } from '../../oracle/oracle';
import type { Phase, QueryKind, Search, Verdict } from '../../search/search';

export interface Commit<C> {
  readonly candidate: C;
  readonly answer: OracleAnswer;
  /** The search has asked for this content before. */
  readonly cached: boolean;
  /** Kind of the phase that asked. */
  readonly kind?: QueryKind;
}

export interface LedgerOptions<C> {
  /** Limit on committed tests; repeated content is free. */
  readonly maxTests?: number;
  /** Verdicts committed earlier, in another walk or before this one was interrupted; new ones are added. */
  readonly answers?: Map<string, OracleAnswer>;
  readonly onCommit?: (commit: Commit<C>) => void;
  readonly log?: WalkLog;
}

export class Ledger<C> {
  private readonly answers: Map<string, OracleAnswer>;

  constructor(private readonly options: LedgerOptions<C>) {
    this.answers = options.answers ?? new Map();
  }

  /** Tests that may still be committed. */
  get left(): number {
    return (this.options.maxTests ?? Infinity) - this.answers.size;
  }

  answerTo(key: string): OracleAnswer | undefined {
    return this.answers.get(key);
  }

  commit(candidate: C, key: string, answer: OracleAnswer, kind?: QueryKind): void {
    const cached = this.answers.has(key);
    this.answers.set(key, answer);
    this.options.log?.committed(key, answer, cached);
    this.options.onCommit?.({ candidate, answer, cached, kind });
  }
}

/** Branch of the walk: the index of the alternative that held, or the reason that none did. */
export type Way = number | Verdict;

export interface WalkLog {
  /** A verdict was committed; `cached`: the same content was tested before. */
  committed(key: string, answer: OracleAnswer, cached: boolean): void;
  /** In the current phase, the alternatives before `index` are done: refused or failed. */
  at(index: number, why: Verdict): void;
  decided(way: Way): void;
  skipped(): void;
  /** The search is done. */
  ended(): void;
}

/** The search after that branch. */
export function goneOn<C, R>(phase: Phase<C, R>, way: Way, log: WalkLog | undefined): Search<C, R> {
  const next = typeof way === 'number' ? phase.held(way) : phase.none(way);
  log?.decided(way);
  return next;
}
