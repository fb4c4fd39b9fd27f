/**
 * ActiveCoarsen (Liang et al. 2011): keeps each element with probability α. If the property holds for the rest, the rest is the new
 * list. After every test α = σ(λ) moves, so that about one test in e succeeds. The search ends when each element left is necessary: a
 * test without it alone has failed.
 */
import { done, trial, type Search } from '../search/search';
import { type Kept, type ListReducer, draw, minus, wholeList, withSweep } from './list';

/** A test moves λ by this step times the difference between outcome and target. */
const step = 1;

/** Target share of successful tests. */
const target = 1 / Math.E;

interface State {
  readonly kept: Kept;
  /** 1 for an element that a test has shown to be necessary. Copied on write. */
  readonly necessary: Uint8Array;
  /** α = σ(λ). */
  readonly lambda: number;
  readonly seed: number;
  readonly tests: number;
}

export const activecoarsen: ListReducer = {
  name: 'activecoarsen',
  description: 'Random subsets. For comparison only.',
  source: 'Liang et al. 2011, ActiveCoarsen',
  options: ['seed', 'sweep'],
  search: (list, { seed, sweep }) =>
    withSweep(next({ kept: wholeList(list), necessary: new Uint8Array(list.size), lambda: 0, seed, tests: 0 }), sweep),
};

function next(state: State): Search<Kept, Kept> {
  const { kept, necessary, lambda, tests } = state;
  const dropped = drawnSubset(state);
  if (dropped.length === 0) return done(kept);
  const rest = () => minus(kept, dropped);
  const shown = dropped.length === 1 ? () => necessary.with(dropped[0], 1) : () => necessary;
  return trial(
    rest,
    target,
    () => next({ ...state, kept: rest(), lambda: lambda - step * (1 - target), tests: tests + 1 }),
    () => next({ ...state, necessary: shown(), lambda: lambda + step * target, tests: tests + 1 }),
  );
}

/** Draws each element that may go with probability 1 − α; at least one, if there is one. */
function drawnSubset({ kept, necessary, lambda, seed, tests }: State): Kept {
  const open = kept.filter((element) => !necessary[element]);
  const keep = 2 ** 32 / (1 + Math.exp(-lambda));
  const dropped = open.filter((element) => draw(seed, tests, element) >= keep);
  if (dropped.length > 0 || open.length === 0) return dropped;
  return Int32Array.of(open[draw(seed, tests, -1) % open.length]);
}
