/**
 * ProbDD (Wang et al. 2021, "Probabilistic Delta Debugging"): every element has a probability that it must stay. The search tries to
 * delete the set with the largest expected gain. A failure makes its members likelier to be required, and a single one certain. At
 * most O(n) tests; 1-minimal for a monotone property.
 */
import { believing } from './parts/beliefs';
import { draw } from './parts/draw';
import type { ListReducer } from './list';
import { swept } from './parts/sweep';

export const probdd: ListReducer = {
  name: 'probdd',
  description: 'Probabilistic delta debugging: learns from each test which elements must stay; few tests, O(n).',
  source: 'Wang et al. 2021, Probabilistic Delta Debugging',
  oneMinimal: false,
  options: ['p0', 'ties', 'seed', 'sweep'],
  search: (list, { p0, ties, seed, sweep }) => {
    const lot = (element: number, tests: number) => (ties === 'random' ? draw(seed, tests, element) : element);
    return swept(
      believing(list, p0, () => 1, { key: (required) => required, lot }),
      sweep,
    );
  },
};
