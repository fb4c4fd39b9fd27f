/** From what a driver does to the events that are told, and counted. */
import type { Commit } from '../drive/ledger';
import type { SearchCounts } from './counts';
import type { Listener } from './events';

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
