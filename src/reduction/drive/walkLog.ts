/** What a walk tells of itself so that it can be walked again without a test: see `journal.ts`. */
import type { OracleAnswer } from '../../oracle/oracle';
import type { Phase, Search, Verdict } from '../../search/search';

/** Which way the walk went: the index of the alternative that held, or why none did. */
export type Way = number | Verdict;

export interface WalkLog<C> {
  /** A verdict was committed; `cached` if the same content was asked before. */
  committed(key: string, answer: OracleAnswer, cached: boolean): void;
  /** In the phase at hand the alternatives before `index` are done: refused, or they did not hold. */
  at(index: number, why: Verdict): void;
  /** `ms`: what it took to make the search after it. */
  decided(way: Way, ms: number): void;
  skipped(): void;
  /** Is so much gone through since the last mark that another one pays? */
  readonly isMarkDue: boolean;
  /** The walk is at the phase that says `note`. */
  mark(note: unknown, best: C | undefined): void;
  /** The search is done. */
  ended(): void;
}

/** The search after that way. */
export function goneOn<C, R>(phase: Phase<C, R>, way: Way, log: WalkLog<C> | undefined): Search<C, R> {
  const began = performance.now();
  const next = typeof way === 'number' ? phase.held(way) : phase.none(way);
  log?.decided(way, performance.now() - began);
  return next;
}
