/**
 * A state of the tree-wide search as plain data, for journals. Tree, units and names follow from the text and are computed again; so are
 * the surroundings of the failures and the units that may still be tried.
 */
import { paired } from '../../text/ranges';
import { loadedText, savedText, type SavedText } from '../../text/source';
import type { StrategyContext } from '../strategy';
import { Chances } from './chances';
import { withInside } from './failures';
import type { Wanted } from './pool';
import { dense, sparse, type SparseNumbers } from '../pipelines/resuming';
import { parsed, startCourse, withRemoved, type Course, type Extent, type State } from './state';
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
  readonly since: Extent;
  readonly seen: readonly Extent[];
}

/** What the saved state does not have. */
interface Loading extends Pick<Course, 'model' | 'ended'> {
  /** Gives the units wanted in the last stage. */
  readonly last: (course: Course) => Wanted;
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
    since: state.since,
    seen: state.seen,
  };
}

export function loadedState(
  saved: SavedState,
  original: string,
  context: StrategyContext,
  { model, last, ended }: Loading,
): State {
  const first = startCourse(context, model, ended);
  const course: Course = {
    ...first,
    kinds: new Kinds(saved.kinds),
    chances: Chances.loaded(saved.chances, model),
    wanted: saved.last ? last(first) : first.wanted,
  };
  const cuts = paired(saved.cuts);
  const state = parsed(course, loadedText(saved.base, original));
  const after = withRemoved(state, dense(saved.removed, Uint8Array), cuts, saved.length);
  const failures = {
    ...after.failures,
    now: dense(saved.now, Uint8Array),
    before: dense(saved.before, Uint8Array),
    reference: dense(saved.reference, Uint8Array),
    left: dense(saved.left, Int32Array),
  };
  return {
    ...after,
    since: saved.since,
    seen: saved.seen,
    failures: withInside(failures, after.units, after.view),
  };
}
