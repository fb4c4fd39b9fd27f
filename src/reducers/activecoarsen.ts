/**
 * ActiveCoarsen (Liang et al. 2011): keep each element with probability α; if the property holds on what is left, that is the new
 * list. α = σ(λ) is moved after every test so that a test succeeds about once in e. It ends when each element left has been
 * shown to be necessary by a test without it alone.
 */
import { done, trial } from '../search/search';
import type { Search } from '../search/search';
import { draw } from './draw';
import { wholeList } from './list';
import type { Kept, ListReducer } from './list';
import { swept } from './sweep';

/** How far λ moves after a test, times what the test said otherwise than expected. */
const step = 1;

/** The share of tests that should succeed. */
const target = 1 / Math.E;

interface State {
  readonly kept: Kept;
  /** Shown to be necessary: 1. Copied on write. */
  readonly necessary: Uint8Array;
  /** α = σ(λ). */
  readonly lambda: number;
  readonly seed: number;
  readonly tests: number;
}

export const activecoarsen: ListReducer = {
  name: 'activecoarsen',
  description: 'Random subsets, at a learned rate of success of 1/e; the baseline of ProbDD.',
  source: 'Liang et al. 2011, ActiveCoarsen',
  oneMinimal: false,
  options: ['seed', 'sweep'],
  search: (list, { seed, sweep }) =>
    swept(next({ kept: wholeList(list), necessary: new Uint8Array(list.size), lambda: 0, seed, tests: 0 }), sweep),
};

function next(state: State): Search<Kept, Kept> {
  const { kept, lambda, tests } = state;
  const dropped = drawnSubset(state);
  if (dropped.size === 0) return done(kept);
  const rest = () => kept.filter((element) => !dropped.has(element));
  return trial(
    rest,
    target,
    () => next({ ...state, kept: rest(), lambda: lambda - step * (1 - target), tests: tests + 1 }),
    () => next({ ...state, necessary: shown(state, dropped), lambda: lambda + step * target, tests: tests + 1 }),
  );
}

/** Each element that may go, with probability 1 − α; at least one, as long as there is one. */
function drawnSubset({ kept, necessary, lambda, seed, tests }: State): ReadonlySet<number> {
  const open = kept.filter((element) => !necessary[element]);
  const keep = 2 ** 32 / (1 + Math.exp(-lambda));
  const dropped = open.filter((element) => draw(seed, tests, element) >= keep);
  if (dropped.length > 0 || open.length === 0) return new Set(dropped);
  return new Set([open[draw(seed, tests, -1) % open.length]]);
}

function shown({ necessary }: State, dropped: ReadonlySet<number>): Uint8Array {
  if (dropped.size > 1) return necessary;
  const updated = necessary.slice();
  for (const element of dropped) updated[element] = 1;
  return updated;
}
