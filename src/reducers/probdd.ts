/**
 * ProbDD (Wang et al. 2021, "Probabilistic Delta Debugging"): every element has a probability that it must stay. The set
 * with the largest expected gain is tried; a failure makes its members likelier to be required, a single one certain.
 * At most O(n) tests; 1-minimal where the property is monotone.
 */
import { believing } from './beliefs';
import type { Belief } from './beliefs';
import type { Compare } from './heap';
import { draw } from './draw';
import type { ListReducer } from './list';
import { swept } from './sweep';

export const probdd: ListReducer = {
  name: 'probdd',
  description: 'Probabilistic delta debugging: learns from each test what must stay; few tests, O(n).',
  source: 'Wang et al. 2021, Probabilistic Delta Debugging',
  oneMinimal: false,
  options: ['p0', 'ties', 'seed', 'sweep'],
  search: (list, { p0, ties, seed, sweep }) =>
    swept(
      believing(list, p0, () => 1, ties === 'random' ? leastRequired(lotsOf(seed)) : leastRequired(byIndex)),
      sweep,
    ),
};

/** Elements least likely to be required come first. */
function leastRequired(tie: (belief: Belief) => number): Compare<Belief> {
  return (a, b) => a.required - b.required || tie(a) - tie(b) || byIndex(a) - byIndex(b);
}

function lotsOf(seed: number): (belief: Belief) => number {
  return ({ element, since }) => draw(seed, since, element);
}

function byIndex({ element }: Belief): number {
  return element;
}
