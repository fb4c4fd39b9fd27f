/** Events and counts of a driver's work. */
import type { Commit } from '../drive/drive';
import type { Listener } from './events';

/** Tests that the search has committed. */
export interface SearchCounts {
  tests: number;
  cacheHits: number;
  /** Oracle processes of the processes before this one, and the sum of their times, ms. */
  readonly earlier: { runs: number; ms: number };
}

export function noCounts(): SearchCounts {
  return { tests: 0, cacheHits: 0, earlier: { runs: 0, ms: 0 } };
}

/** Tells and counts a verdict. */
export function tellVerdict({ answer, cached }: Commit<unknown>, onEvent: Listener, counts: SearchCounts): void {
  if (cached) counts.cacheHits++;
  else counts.tests++;
  onEvent({ event: 'candidate', verdict: answer.verdict, cached, ms: answer.ms, tests: counts.tests });
}

/** Emits a label when it changes. */
export function labelTeller(onEvent: Listener): (label: string) => void {
  let last = '';
  return (label) => {
    if (label === last) return;
    last = label;
    onEvent({ event: 'phase', label });
  };
}
