/**
 * ProbDD (Wang et al. 2021, "Probabilistic Delta Debugging"): every element has a probability that it must stay. The set
 * with the largest expected gain is tried; a failure makes its members likelier to be required, a single one certain.
 * At most O(n) tests; 1-minimal where the property is monotone.
 */
import { done, trial } from '../search/search';
import type { Search } from '../search/search';
import { draw } from './draw';
import { wholeList } from './list';
import type { ElementList, Kept, ListReducer } from './list';
import type { ReducerOptions } from './options';

export interface Beliefs {
  readonly kept: Kept;
  /** For each element of the whole list: the probability that it must stay. Copied on write. */
  readonly required: Float64Array;
  readonly seed: number;
  /** Tests so far: with the seed, the source of the order among equals. */
  readonly tests: number;
}

/** The elements to try to delete next; none if each one left is known to be required. */
export type Choose = (beliefs: Beliefs) => readonly number[];

export const probdd: ListReducer = {
  name: 'probdd',
  description: 'Probabilistic delta debugging: learns from each test what must stay; few tests, O(n).',
  source: 'Wang et al. 2021, Probabilistic Delta Debugging',
  options: ['p0', 'seed'],
  search: (list, options) => believing(list, options, bestSubset),
};

/** Tests what `choose` says and learns from it, until every element left is known to be required. */
export function believing(list: ElementList, { p0, seed }: ReducerOptions, choose: Choose): Search<Kept, Kept> {
  const next = (beliefs: Beliefs): Search<Kept, Kept> => {
    const { kept, required, tests } = beliefs;
    const chosen = choose(beliefs);
    if (chosen.length === 0) return done(kept);
    const allGo = chosen.reduce((product, element) => product * (1 - required[element]), 1);
    const gone = new Set(chosen);
    const rest = () => kept.filter((element) => !gone.has(element));
    return trial(
      rest,
      allGo,
      () => next({ ...beliefs, kept: rest(), tests: tests + 1 }),
      () => next({ ...beliefs, required: likelier(required, chosen, allGo), tests: tests + 1 }),
    );
  };
  return next({ kept: wholeList(list), required: new Float64Array(list.size).fill(p0), seed, tests: 0 });
}

/** The elements least likely to be required, as long as the expected gain |S|·Π(1−p) does not fall. */
function bestSubset(beliefs: Beliefs): number[] {
  const groups = openGroups(beliefs);
  const chosen: number[] = [];
  let best = 0;
  let allGo = 1;
  for (const p of [...groups.keys()].sort((a, b) => a - b)) {
    const group = groups.get(p)!;
    let taken = 0;
    while (taken < group.length && (chosen.length + taken + 1) * allGo * (1 - p) >= best * (1 - 1e-12)) {
      allGo *= 1 - p;
      taken++;
      best = (chosen.length + taken) * allGo;
    }
    for (const element of drawn(group, taken, beliefs)) chosen.push(element);
    if (taken < group.length) break;
  }
  return chosen;
}

/** The elements that may still go, by their probability: there are few different ones. */
function openGroups({ kept, required }: Beliefs): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const element of kept) {
    const p = required[element];
    if (p === 1) continue;
    const group = groups.get(p);
    if (group) group.push(element);
    else groups.set(p, [element]);
  }
  return groups;
}

/** `count` elements of a group of equals, drawn at random: those with the smallest lots. */
function drawn(group: readonly number[], count: number, { seed, tests }: Beliefs): readonly number[] {
  if (count === 0) return [];
  if (count === group.length) return group;
  const smallest: { element: number; lot: number }[] = [];
  for (const element of group) {
    const lot = draw(seed, tests, element);
    if (smallest.length === count && lot >= smallest[count - 1].lot) continue;
    let place = smallest.length;
    while (place > 0 && smallest[place - 1].lot > lot) place--;
    smallest.splice(place, 0, { element, lot });
    if (smallest.length > count) smallest.pop();
  }
  return smallest.map(({ element }) => element);
}

/** Bayes: p ← p / (1 − Π(1−p)) for the members of a set that could not go. */
function likelier(required: Float64Array, chosen: readonly number[], allGo: number): Float64Array {
  const updated = required.slice();
  for (const element of chosen) {
    const p = required[element] / (1 - allGo);
    updated[element] = chosen.length === 1 || p > 1 - 1e-9 ? 1 : p;
  }
  return updated;
}
