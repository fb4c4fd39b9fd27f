/**
 * A state of the tree-wide search as plain data, for journals. What follows from the text is made again: tree, units and names; so
 * is what follows from the failures: what lies around them, and what may still be tried.
 */
import { loadedText, savedText } from '../../text/saved';
import type { SavedText } from '../../text/saved';
import type { StrategyContext } from '../strategy';
import { Chances } from './chances';
import { withInside } from './failures';
import type { Model } from './model';
import type { Wanted } from './pool';
import { dense, sparse } from '../names/sparse';
import type { SparseNumbers } from '../names/sparse';
import { parsed, startCourse, withRemoved } from './state';
import type { Course, State } from './state';
import { Kinds } from './units';

export interface SavedState {
  readonly base: SavedText;
  readonly kinds: readonly string[];
  readonly chances: readonly SparseNumbers[];
  readonly last: boolean;
  readonly removed: SparseNumbers;
  /** Start, end, start, end, … */
  readonly cuts: readonly number[];
  /** See `Failures`. */
  readonly now: SparseNumbers;
  readonly before: SparseNumbers;
  readonly reference: SparseNumbers;
  readonly left: SparseNumbers;
  readonly length: number;
}

export function savedState(state: State): SavedState {
  const { now, before, reference, left } = state.failures;
  return {
    base: savedText(state.base),
    kinds: state.kinds.all(),
    chances: state.chances.saved(),
    last: state.wanted.last === true,
    removed: sparse(state.removed),
    cuts: state.cuts.flatMap(({ start, end }) => [start, end]),
    now: sparse(now),
    before: sparse(before),
    reference: sparse(reference),
    left: sparse(left),
    length: state.length,
  };
}

/** `last` makes of what is wanted at first what is wanted in the end. */
export function loadedState(
  saved: SavedState,
  original: string,
  context: StrategyContext,
  model: Model,
  last: (course: Course) => Wanted,
): State {
  const first = startCourse(context, model);
  const course: Course = {
    ...first,
    kinds: new Kinds(saved.kinds),
    chances: Chances.loaded(saved.chances, model),
    wanted: saved.last ? last(first) : first.wanted,
  };
  const cuts = saved.cuts.flatMap((start, at) => (at % 2 === 0 ? [{ start, end: saved.cuts[at + 1] }] : []));
  const state = parsed(course, loadedText(saved.base, original));
  const after = withRemoved(state, dense(saved.removed, Uint8Array), cuts, saved.length);
  const failures = {
    ...after.failures,
    now: dense(saved.now, Uint8Array),
    before: dense(saved.before, Uint8Array),
    reference: dense(saved.reference, Uint8Array),
    left: dense(saved.left, Int32Array),
  };
  return { ...after, failures: withInside(failures, after.units, after.view) };
}
