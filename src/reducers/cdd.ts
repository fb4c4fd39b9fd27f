/** The reducers that pass over the list, part by part, with smaller parts in each round: CDD and OPDD. O(n) tests; not 1-minimal. */
import { type Search, done, trial } from '../search/search';
import { partStart } from './ddmin';
import { type Kept, type ListReducer, wholeList, withSweep, without } from './list';

/**
 * CDD, counter-based delta debugging (Zhang et al. 2025): ProbDD with a round counter in place of its probabilities.
 *
 * In round r every element is required with probability p₀·1.582^r. The list is cut into parts of the size that promises the largest
 * gain at this probability, and each part is tried once. The last round tries single elements.
 */
export const cdd: ListReducer = {
  name: 'cdd',
  description: 'Counter-based delta debugging: parts shrink by a fixed schedule; few tests, O(n).',
  source: 'Zhang et al. 2025, Toward a Better Understanding of Probabilistic Delta Debugging',
  options: ['p0', 'sweep'],
  search(list, { p0, sweep }) {
    const sizes = roundSizes(p0);
    const cut = ({ length }: Kept, round: number): Round => {
      const size = sizes[round];
      const stays = Math.min(0.99, p0 * growth ** round);
      return {
        sizes: Array.from({ length: Math.ceil(length / size) }, (_, part) => Math.min(size, length - part * size)),
        chance: (members) => (1 - stays) ** members,
        isLast: round === sizes.length - 1,
      };
    };
    return withSweep(inRounds(wholeList(list), cut), sweep);
  },
};

/**
 * OPDD, one-pass ddmin: the common core of ProbDD and CDD according to the CDD paper. Complements only. Each part is tried once at each
 * granularity; after a success the next part follows. Granularity doubles until single elements were tried.
 */
export const opdd: ListReducer = {
  name: 'opdd',
  description: 'One-pass ddmin: tries each part once at each granularity; O(n) tests.',
  source: 'Zhang et al. 2025, Toward a Better Understanding of Probabilistic Delta Debugging',
  options: ['sweep'],
  search(list, { sweep }) {
    const cut = ({ length }: Kept, round: number): Round => {
      const parts = length < 2 ? 0 : Math.min(2 ** (round + 1), length);
      const start = (part: number) => partStart(length, parts, part);
      const sizes = Array.from({ length: parts }, (_, part) => start(part + 1) - start(part));
      return { sizes, chance: () => 1 / (parts + 1), isLast: 2 ** (round + 1) >= length };
    };
    return withSweep(inRounds(wholeList(list), cut), sweep);
  },
};

/** 1 / (1 − 1/e): the factor by which a failing test of the best size raises ProbDD's probabilities. */
const growth = 1.582;

/** Sizes of the parts, round by round: 10, 6, 3, 2, 1 for p₀ = 0.1. */
export function roundSizes(p0: number): number[] {
  const sizes: number[] = [];
  for (let p = p0; sizes[sizes.length - 1] !== 1; p *= growth) sizes.push(bestSize(p));
  return sizes;
}

/** argmax of s·(1−p)^s over s = 1, 2, …; ties to the larger. */
function bestSize(p: number): number {
  if (p >= 1) return 1;
  const gain = (size: number) => size * (1 - p) ** size;
  const peak = Math.max(1, Math.floor(-1 / Math.log(1 - p)));
  return gain(peak + 1) >= gain(peak) * (1 - 1e-12) ? peak + 1 : peak;
}

interface Round {
  /** Sizes of the parts of the list, in order. */
  readonly sizes: readonly number[];
  /** First guess of the probability that a part of this size may go. */
  chance(size: number): number;
  readonly isLast: boolean;
}

function inRounds(kept: Kept, cut: (kept: Kept, round: number) => Round, round = 0): Search<Kept, Kept> {
  const { sizes, chance, isLast } = cut(kept, round);
  const next = (left: Kept, part: number, position: number): Search<Kept, Kept> => {
    if (left.length === 0 || (part === sizes.length && isLast)) return done(left);
    if (part === sizes.length) return inRounds(left, cut, round + 1);
    const end = position + sizes[part];
    const rest = () => without(left, position, end);
    return trial(
      rest,
      chance(sizes[part]),
      () => next(rest(), part + 1, position),
      () => next(left, part + 1, end),
    );
  };
  return next(kept, 0, 0);
}
