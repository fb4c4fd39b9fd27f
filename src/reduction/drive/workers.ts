/** Number of tests that run at once, if the user leaves it open. */
import { availableParallelism } from 'node:os';

/** Current number of tests at once; it changes while other machines run them. */
export interface Slots {
  readonly jobs: number;
}

/** At this number, making the candidates takes a tenth of a second per test of the walk (docs/notes/020-cluster.md). */
export const mostJobs = 256;

/** A number, or as many as the machine can run beside its other work. */
export type Jobs = number | 'auto';

/** `cores`: cores that one test keeps busy. All cores but one are used, by at least one test. */
export function workersFor(jobs: Jobs, cores: number, available = availableParallelism()): number {
  return jobs === 'auto' ? Math.max(1, Math.floor((available - 1) / Math.max(1, Math.round(cores)))) : jobs;
}
