/** Times of a cluster for tests, ms: each is shorter than usual, and in the same order. */
import type { times } from '../../src/cluster/terms';

export const quick: Partial<typeof times> = {
  beat: 200,
  silence: 2000,
  lock: 1500,
  patience: 8000,
  overdue: 1000,
};
