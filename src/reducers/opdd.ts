/**
 * OPDD, one-pass ddmin: the common core of ProbDD and CDD according to the CDD paper (Zhang et al. 2025). Complements only. Each part
 * is tried once at each granularity; after a success the next part follows. Granularity doubles until single elements were tried. O(n)
 * tests; not 1-minimal.
 */
import { done, trial, type Search } from '../search/search';
import { partStart } from './parts/granularity';
import { wholeList, without, type Kept, type ListReducer } from './list';
import { swept } from './parts/sweep';

export const opdd: ListReducer = {
  name: 'opdd',
  description: 'One-pass ddmin: tries each part once at each granularity; O(n) tests.',
  source: 'Zhang et al. 2025, Toward a Better Understanding of Probabilistic Delta Debugging',
  options: ['sweep'],
  search: (list, { sweep }) => swept(granularity(wholeList(list), 2), sweep),
};

interface State {
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

function pass(state: State): Search<Kept, Kept> {
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
