/**
 * WProbDD (Zhou et al. 2025): ProbDD for elements of different weights. The gain of deleting a set is its weight, not its size.
 * Elements come by w·(1−p), largest first, and the tested set has the largest Σw·Π(1−p).
 */
import { believing } from './parts/beliefs';
import type { ListReducer } from './list';
import { swept } from './parts/sweep';

export const wprobdd: ListReducer = {
  name: 'wprobdd',
  description: 'Weighted ProbDD: counts the gain in tokens, so that large elements go first; O(n) tests.',
  source: 'Zhou et al. 2025, weighted delta debugging',
  oneMinimal: false,
  options: ['p0', 'sweep'],
  search: (list, { p0, sweep }) => {
    const weight = (element: number) => list.weight(element);
    const key = (required: number, gain: number) => -gain * (1 - required);
    return swept(believing(list, p0, weight, { key, lot: (element) => element }), sweep);
  },
};
