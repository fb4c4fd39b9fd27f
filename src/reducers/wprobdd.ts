/**
 * WProbDD (Zhou et al. 2025): ProbDD for elements that stand for different amounts of text. What is gained by deleting a set is
 * its weight, not its size: elements come by w·(1−p), largest first, and the prefix with the largest Σw·Π(1−p) is tried.
 */
import type { ElementList, ListReducer } from './list';
import { believing } from './probdd';
import type { Beliefs } from './probdd';

export const wprobdd: ListReducer = {
  name: 'wprobdd',
  description: 'Weighted ProbDD: what is gained is counted in tokens, so that large elements come first; O(n) tests.',
  source: 'Zhou et al. 2025, weighted delta debugging',
  options: ['p0'],
  search: (list, options) => believing(list, options, (beliefs) => heaviestSubset(beliefs, list)),
};

function heaviestSubset({ kept, required }: Beliefs, list: ElementList): readonly number[] {
  const promise = (element: number) => list.weight(element) * (1 - required[element]);
  const open = Array.from(kept).filter((element) => required[element] < 1);
  open.sort((a, b) => promise(b) - promise(a) || a - b);
  let weight = 0;
  let allGo = 1;
  let best = 0;
  let size = Math.min(1, open.length);
  for (let count = 1; count <= open.length; count++) {
    weight += list.weight(open[count - 1]);
    allGo *= 1 - required[open[count - 1]];
    if (weight * allGo < best * (1 - 1e-12)) continue;
    best = weight * allGo;
    size = count;
  }
  return open.slice(0, size);
}
