/**
 * ProbDD and WProbDD. Every element has a probability that it must stay. A test tries to delete the first elements of the ranking, as
 * many as promise the largest gain; after a failure Bayes' rule applies. A failure makes the members of the set likelier to be
 * required, and a single one certain. At most O(n) tests; 1-minimal for a monotone property.
 */
import { done, trial, type Search } from '../search/search';
import { type ElementList, type Kept, type ListReducer, draw, insert, minus, wholeList, withSweep } from './list';

/** ProbDD (Wang et al. 2021, "Probabilistic Delta Debugging"): the gain of a set is its size. */
export const probdd: ListReducer = {
  name: 'probdd',
  description: 'Probabilistic delta debugging: learns from each test which elements must stay; few tests, O(n).',
  source: 'Wang et al. 2021, Probabilistic Delta Debugging',
  options: ['p0', 'ties', 'seed', 'sweep'],
  search: (list, { p0, ties, seed, sweep }) => {
    const lot = (element: number, tests: number) => (ties === 'random' ? draw(seed, tests, element) : element);
    return withSweep(
      believe(list, p0, () => 1, { key: (required) => required, lot }),
      sweep,
    );
  },
};

/**
 * WProbDD (Zhou et al. 2025): the gain of a set is its weight. Elements come by w·(1−p), largest first, and the tested set has the
 * largest Σw·Π(1−p).
 */
export const wprobdd: ListReducer = {
  name: 'wprobdd',
  description: 'Weighted ProbDD: counts the gain in tokens, so that large elements go first; O(n) tests.',
  source: 'Zhou et al. 2025, weighted delta debugging',
  options: ['p0', 'sweep'],
  search: (list, { p0, sweep }) => {
    const weight = (element: number) => list.weight(element);
    const key = (required: number, gain: number) => -gain * (1 - required);
    return withSweep(believe(list, p0, weight, { key, lot: (element) => element }), sweep);
  },
};

/** An element that may still go. */
interface Belief {
  readonly element: number;
  /** Probability that it must stay, below 1. */
  readonly required: number;
  /** Gain if it goes. */
  readonly weight: number;
  /** Order: small keys first, then small lots. */
  readonly key: number;
  readonly lot: number;
}

/** Order in which elements are tested. */
interface Ranking {
  readonly key: (required: number, weight: number) => number;
  /** Differs from element to element; `tests` is the number of tests so far. */
  readonly lot: (element: number, tests: number) => number;
}

const byRank = (a: Belief, b: Belief) => a.key - b.key || a.lot - b.lot || a.element - b.element;

interface State {
  readonly kept: Kept;
  /** By rank. */
  readonly open: readonly Belief[];
  /** Σ weight of `open`. */
  readonly openWeight: number;
  readonly tests: number;
}

/** Gains closer than this are equal. */
const equal = 1e-12;

/** Tests and learns until every element left is known to be required; `weight` is the gain of an element. */
function believe(
  list: ElementList,
  p0: number,
  weight: (element: number) => number,
  { key, lot }: Ranking,
): Search<Kept, Kept> {
  const belief = (element: number, required: number, gain: number, tests: number): Belief => {
    return { element, required, weight: gain, key: key(required, gain), lot: lot(element, tests) };
  };
  const next = (state: State): Search<Kept, Kept> => {
    const { kept, open } = state;
    const { size, allGo } = bestSet(state);
    if (size === 0) return done(kept);
    const chosen = open.slice(0, size);
    const others = open.slice(size);
    const left = () => minus(kept, Int32Array.from(chosen, ({ element }) => element).sort());
    const openWeight = state.openWeight - chosen.reduce((sum, { weight }) => sum + weight, 0);
    const after = { kept, open: others, openWeight, tests: state.tests + 1 };
    /** Bayes: p ← p / (1 − Π(1−p)) for the members of a set that could not go. An element that is certain to stay is not open. */
    const learn = () => {
      const likelier = { ...after, open: [...others] };
      for (const { element, required: before, weight } of chosen) {
        const required = before / (1 - allGo);
        if (size === 1 || required > 1 - 1e-9) continue;
        insert(likelier.open, belief(element, required, weight, after.tests), byRank);
        likelier.openWeight += weight;
      }
      return likelier;
    };
    return trial(
      left,
      allGo,
      () => next({ ...after, kept: left() }),
      () => next(learn()),
    );
  };
  const kept = wholeList(list);
  const open = Array.from(kept, (element) => belief(element, p0, weight(element), 0)).sort(byRank);
  return next({ kept, open, openWeight: open.reduce((sum, { weight }) => sum + weight, 0), tests: 0 });
}

/**
 * How many of the first elements promise the largest gain Σw·Π(1−p), and Π(1−p), the probability that all of them may go; among equal
 * gains the larger set.
 */
function bestSet({ open, openWeight }: State) {
  let best = { size: 0, allGo: 1, gain: 0 };
  let [weight, allGo] = [0, 1];
  // After this point the gain is below the total weight times a product that only falls.
  for (let size = 1; size <= open.length && openWeight * allGo * (1 + equal) >= best.gain; size++) {
    weight += open[size - 1].weight;
    allGo *= 1 - open[size - 1].required;
    const gain = weight * allGo;
    if (gain >= best.gain * (1 - equal)) best = { size, allGo, gain };
  }
  return best;
}
