/** The workers of a cluster, as a terminal tells of them. */
import type { ClusterTold } from '../reduction/events/events';
import { rate, testCount } from '../reduction/events/progress';

/** For one line: `3 workers (8 at once), 2 waiting`. */
export function crewWords({ workers, asked, silentMs }: ClusterTold): string {
  if (silentMs !== undefined) return `Redis silent for ${Math.round(silentMs / 1000)} s`;
  const working = workers.filter(({ state }) => state === 'working');
  const slots = working.reduce((sum, one) => sum + one.slots, 0);
  const waiting = asked > slots ? `, ${asked - slots} waiting` : '';
  const count = working.length === 1 ? '1 worker' : `${working.length} workers`;
  return working.length === 0 ? `no worker${waiting}` : `${count} (${slots} at once)${waiting}`;
}

/** At the end: what each has done in so many ms. */
export function crewLines({ workers }: ClusterTold, ms: number): string[] {
  return workers.map(({ name, state, tests, known }) => {
    if (state === 'refused' && tests === 0) return `${name}: refused`;
    const memory = known > 0 ? `, ${known} of them known from earlier runs` : '';
    const end = state === 'refused' || state === 'gone' ? `, ${state}` : '';
    return `${name}: ${testCount(tests)}, ${rate(tests, ms)}${memory}${end}`;
  });
}
