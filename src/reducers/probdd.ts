/**
 * ProbDD and WProbDD. Every element has a probability that it must stay. A test tries to delete the first elements of the ranking, as
 * many as promise the largest gain; after a failure Bayes' rule applies. A failure makes the members of the set likelier to be
 * required, and a single one certain. At most O(n) tests; 1-minimal for a monotone property. A test costs O(log n) for each tested
 * element, plus the copy of the list.
 */
import { done, trial, type Search } from '../search/search';
import { type ElementList, type Kept, type ListReducer, draw, minus, wholeList } from './list';
import { add, heapOf, rest, type Compare, type Heap } from './parts/heap';
import { withSweep } from './parts/sweep';

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

const byRank: Compare<Belief> = (a, b) => a.key - b.key || a.lot - b.lot || a.element - b.element;

interface State {
  readonly kept: Kept;
  readonly open: Heap<Belief>;
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
  ranking: Ranking,
): Search<Kept, Kept> {
  const kept = wholeList(list);
  const beliefs = Array.from(kept, (element) => belief(element, p0, weight(element), 0, ranking));
  const openWeight = beliefs.reduce((sum, belief) => sum + belief.weight, 0);
  return next({ kept, open: heapOf(beliefs, byRank), openWeight, tests: 0 }, ranking);
}

function belief(element: number, required: number, weight: number, tests: number, { key, lot }: Ranking): Belief {
  return { element, required, weight, key: key(required, weight), lot: lot(element, tests) };
}

function next(state: State, ranking: Ranking): Search<Kept, Kept> {
  const { kept, tests } = state;
  const { chosen, allGo, others } = bestSet(state);
  if (chosen.length === 0) return done(kept);
  const elements = Int32Array.from(chosen, ({ element }) => element).sort();
  const left = () => minus(kept, elements);
  const openWeight = state.openWeight - chosen.reduce((sum, { weight }) => sum + weight, 0);
  return trial(
    left,
    allGo,
    () => next({ kept: left(), open: others, openWeight, tests: tests + 1 }, ranking),
    () => next(likelier({ kept, open: others, openWeight, tests: tests + 1 }, chosen, allGo, ranking), ranking),
  );
}

interface BestSet {
  readonly chosen: readonly Belief[];
  /** Π(1−p): the probability that all of them may go. */
  readonly allGo: number;
  /** The queue without them. */
  readonly others: Heap<Belief>;
}

/** The first elements in order, as many as have the largest gain Σw·Π(1−p); among equal gains the larger set. */
function bestSet({ open, openWeight }: State): BestSet {
  const taken: Belief[] = [];
  let best: BestSet & { size: number; gain: number } = { chosen: [], allGo: 1, others: open, size: 0, gain: 0 };
  let [heap, weight, allGo] = [open, 0, 1];
  // After this point the gain is below the total weight times a product that only falls.
  while (heap && openWeight * allGo * (1 + equal) >= best.gain) {
    taken.push(heap.first);
    weight += heap.first.weight;
    allGo *= 1 - heap.first.required;
    heap = rest(heap, byRank);
    const gain = weight * allGo;
    if (gain >= best.gain * (1 - equal)) best = { chosen: taken, allGo, others: heap, size: taken.length, gain };
  }
  return { ...best, chosen: taken.slice(0, best.size) };
}

/** Bayes: p ← p / (1 − Π(1−p)) for the members of a set that could not go. An element that is certain to stay leaves the queue. */
function likelier(state: State, failed: readonly Belief[], allGo: number, ranking: Ranking): State {
  let { open, openWeight } = state;
  for (const { element, required: before, weight } of failed) {
    const required = before / (1 - allGo);
    if (failed.length === 1 || required > 1 - 1e-9) continue;
    open = add(open, belief(element, required, weight, state.tests, ranking), byRank);
    openWeight += weight;
  }
  return { ...state, open, openWeight };
}
