/**
 * CDD, counter-based delta debugging (Zhang et al. 2025): ProbDD with a round counter in place of its probabilities.
 *
 * In round r every element is required with probability p₀·1.582^r. The list is cut into parts of the size that promises the largest
 * gain at this probability, and each part is tried once. The last round tries single elements. At most O(n) tests.
 */
import { type Search, done, trial } from '../search/search';
import { type Kept, type ListReducer, wholeList, without } from './list';
import { partStart } from './parts/granularity';
import { withSweep } from './parts/sweep';

/** 1 / (1 − 1/e): the factor by which a failing test of the best size raises ProbDD's probabilities. */
const growth = 1.582;

interface State {
  readonly kept: Kept;
  /** Size of the parts in this round and in the rounds after it. */
  readonly sizes: readonly number[];
  /** Position in `kept` of the part to try next. */
  readonly position: number;
  readonly p0: number;
}

export const cdd: ListReducer = {
  name: 'cdd',
  description: 'Counter-based delta debugging: parts shrink by a fixed schedule; few tests, O(n).',
  source: 'Zhang et al. 2025, Toward a Better Understanding of Probabilistic Delta Debugging',
  options: ['p0', 'sweep'],
  search: (list, { p0, sweep }) =>
    withSweep(parts({ kept: wholeList(list), sizes: roundSizes(p0), position: 0, p0 }), sweep),
};

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

function parts(state: State): Search<Kept, Kept> {
  const { kept, sizes, position, p0 } = state;
  if (kept.length === 0) return done(kept);
  if (position >= kept.length) {
    return sizes.length > 1 ? parts({ ...state, sizes: sizes.slice(1), position: 0 }) : done(kept);
  }
  const end = Math.min(position + sizes[0], kept.length);
  const rest = () => without(kept, position, end);
  const p = Math.min(0.99, p0 * growth ** (roundSizes(p0).length - sizes.length));
  return trial(
    rest,
    (1 - p) ** (end - position),
    () => parts({ ...state, kept: rest() }),
    () => parts({ ...state, position: end }),
  );
}

/**
 * OPDD, one-pass ddmin: the common core of ProbDD and CDD according to the CDD paper (Zhang et al. 2025). Complements only. Each part
 * is tried once at each granularity; after a success the next part follows. Granularity doubles until single elements were tried. O(n)
 * tests; not 1-minimal.
 */
export const opdd: ListReducer = {
  name: 'opdd',
  description: 'One-pass ddmin: tries each part once at each granularity; O(n) tests.',
  source: 'Zhang et al. 2025, Toward a Better Understanding of Probabilistic Delta Debugging',
  options: ['sweep'],
  search: (list, { sweep }) => withSweep(granularity(wholeList(list), 2), sweep),
};

interface Passing {
  readonly kept: Kept;
  /** Sizes of the parts of this granularity. */
  readonly sizes: readonly number[];
  /** The next part to try, and its start in `kept`. */
  readonly part: number;
  readonly position: number;
}

function granularity(kept: Kept, parts: number): Search<Kept, Kept> {
  if (kept.length < 2) return done(kept);
  const n = Math.min(parts, kept.length);
  const start = (part: number) => partStart(kept.length, n, part);
  const sizes = Array.from({ length: n }, (_, part) => start(part + 1) - start(part));
  return pass({ kept, sizes, part: 0, position: 0 });
}

function pass(state: Passing): Search<Kept, Kept> {
  const { kept, sizes, part, position } = state;
  if (part === sizes.length) return sizes.at(-1)! > 1 ? granularity(kept, 2 * sizes.length) : done(kept);
  const end = position + sizes[part];
  const rest = () => without(kept, position, end);
  return trial(
    rest,
    1 / (sizes.length + 1),
    () => pass({ ...state, kept: rest(), part: part + 1 }),
    () => pass({ ...state, part: part + 1, position: end }),
  );
}
