/** How good were a run's estimates of the tests that it still needed? */
import type { ReductionEvent } from '../../../src/reduction/events/events';
import { Progress } from '../../../src/reduction/events/runState';

export interface Estimates {
  /** Of the estimates from a third of the run on, the share within a factor of two. One that is not shown counts as wrong. */
  readonly share: number;
  /** Were they right a third, half, and two thirds of the run in? */
  readonly at: readonly boolean[];
}

const places = [1 / 3, 1 / 2, 2 / 3];

/** Undefined of a run without tests. */
export function estimatesOf(events: readonly ReductionEvent[]): Estimates | undefined {
  const end = events.reduce((most, event) => (event.event === 'candidate' ? Math.max(most, event.tests) : most), 0);
  const run = new Progress();
  /** After each test, whether its estimate was right. */
  const right: boolean[] = [];
  for (const event of events) {
    run.add(event);
    if (event.event !== 'candidate' || event.cached) continue;
    const [expected, needed] = [run.testsExpected ?? Infinity, end - event.tests];
    right[event.tests] = expected <= 2 * needed && needed <= 2 * expected;
  }
  const told = right.slice(Math.ceil(end / 3), end);
  if (told.length === 0) return undefined;
  return { share: told.filter(Boolean).length / told.length, at: places.map((place) => right[Math.ceil(place * end)]) };
}
