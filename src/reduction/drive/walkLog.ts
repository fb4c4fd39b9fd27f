/** Interface for recording a walk so that it can be repeated without tests: see `journal.ts`. */
import type { OracleAnswer } from '../../oracle/oracle';
import type { Phase, Search, Verdict } from '../../search/search';

/** Branch of the walk: the index of the alternative that held, or the reason that none did. */
export type Way = number | Verdict;

export interface WalkLog {
  /** A verdict was committed; `cached`: the same content was tested before. */
  committed(key: string, answer: OracleAnswer, cached: boolean): void;
  /** In the current phase, the alternatives before `index` are done: refused or failed. */
  at(index: number, why: Verdict): void;
  /** `ms`: time to make the next search. */
  decided(way: Way, ms: number): void;
  skipped(): void;
  /** Has the walk gone far enough since the last mark for another mark to pay? */
  readonly isMarkDue: boolean;
  /** The walk is at the phase that gave `note`. */
  mark(note: unknown): void;
  /** The search is done. */
  ended(): void;
}

/** The search after that branch. */
export function goneOn<C, R>(phase: Phase<C, R>, way: Way, log: WalkLog | undefined): Search<C, R> {
  const began = performance.now();
  const next = typeof way === 'number' ? phase.held(way) : phase.none(way);
  log?.decided(way, performance.now() - began);
  return next;
}
