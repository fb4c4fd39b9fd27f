/**
 * ProbDD (Wang et al. 2021, "Probabilistic Delta Debugging"): every element has a probability that it must stay. The set
 * with the largest expected gain is tried; a failure makes its members likelier to be required, a single one certain.
 * At most O(n) tests; 1-minimal where the property is monotone.
 */
import { done, trial } from '../search/search';
import type { Search } from '../search/search';
import { wholeList } from './list';
import type { Kept, ListReducer } from './list';

interface State {
  readonly kept: Kept;
  /** For each element of the whole list: the probability that it must stay. Copied on write. */
  readonly required: Float64Array;
  readonly seed: number;
  /** Tests so far: with the seed, the source of the order among equals. */
  readonly tests: number;
}

export const probdd: ListReducer = {
  name: 'probdd',
  description: 'Probabilistic delta debugging: learns from each test what must stay; few tests, O(n).',
  source: 'Wang et al. 2021, Probabilistic Delta Debugging',
  search: (list, { p0, seed }) =>
    next({ kept: wholeList(list), required: new Float64Array(list.size).fill(p0), seed, tests: 0 }),
};

function next(state: State): Search<Kept, Kept> {
  const { kept, required, tests } = state;
  const chosen = bestSubset(state);
  if (chosen.length === 0) return done(kept);
  const allGo = chosen.reduce((product, element) => product * (1 - required[element]), 1);
  const gone = new Set(chosen);
  const rest = () => kept.filter((element) => !gone.has(element));
  return trial(
    rest,
    allGo,
    () => next({ ...state, kept: rest(), tests: tests + 1 }),
    () => next({ ...state, required: likelier(required, chosen, allGo), tests: tests + 1 }),
  );
}

/** The elements least likely to be required, as long as the expected gain |S|·Π(1−p) does not fall. */
function bestSubset({ kept, required, seed, tests }: State): number[] {
  const open = Array.from(kept).filter((element) => required[element] < 1);
  const tie = new Map(open.map((element) => [element, draw(seed, tests, element)]));
  open.sort((a, b) => required[a] - required[b] || tie.get(a)! - tie.get(b)!);
  let best = 0;
  let allGo = 1;
  for (let size = 1; size <= open.length; size++) {
    allGo *= 1 - required[open[size - 1]];
    const gain = size * allGo;
    if (gain < best * (1 - 1e-12)) return open.slice(0, size - 1);
    best = gain;
  }
  return open;
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

/** A number that depends on the seed, the test and the element alone, so that a search can be walked twice. */
function draw(seed: number, tests: number, element: number): number {
  let hash = Math.imul(seed, 0x9e3779b1) ^ Math.imul(tests + 1, 0x85ebca6b) ^ Math.imul(element + 1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
