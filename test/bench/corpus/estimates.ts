/** How good were a run's estimates of the tests that it still needed? */
import type { ReductionEvent, Started } from '../../../src/reduction/events/events';
import { Losses } from '../../../src/reduction/events/progress';

/** Fewer tests are over before anyone reads a number. */
const few = 5;

/** Share of the tests from the middle on after which the estimate was within a factor of two. Undefined if none was made. */
export function shareEstimated(events: readonly ReductionEvent[]): number | undefined {
  const started = events.find((event): event is Started => event.event === 'started');
  const end = events.reduce((most, event) => (event.event === 'candidate' ? Math.max(most, event.tests) : most), 0);
  const losses = new Losses();
  if (started) losses.add({ tests: 0, tokens: started.tokens });
  const told: boolean[] = [];
  for (const event of events) {
    if (event.event === 'accepted') losses.add(event);
    if (!started || event.event !== 'candidate' || event.cached) continue;
    const needed = end - event.tests;
    if (event.tests < needed || needed < few) continue;
    const expected = losses.expected(started, event.tests);
    told.push(expected !== undefined && expected <= 2 * needed && needed <= 2 * expected);
  }
  return told.length === 0 ? undefined : told.filter(Boolean).length / told.length;
}
