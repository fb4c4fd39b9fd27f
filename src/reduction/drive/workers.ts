/** How many tests run at once, if the user leaves it open. */
import { availableParallelism } from 'node:os';

/** How many tests run at once now: where other machines run them, that changes. */
export interface Slots {
  readonly jobs: number;
}

/** With so many, making the candidates takes a tenth of a second for each test of the walk (docs/notes/020-cluster.md). */
export const mostJobs = 256;

/** So many, or as many as the machine can do beside its other work. */
export type Jobs = number | 'auto';

/** `cores`: that one test keeps busy. All cores but one are used, by at least one test. */
export function workersFor(jobs: Jobs, cores: number, available = availableParallelism()): number {
  return jobs === 'auto' ? Math.max(1, Math.floor((available - 1) / Math.max(1, Math.round(cores)))) : jobs;
}
