/**
 * Adaptive group testing: Hwang's generalized binary splitting (1972) with learned probabilities. It goes from the first element to
 * the last and tests blocks that can go with a probability of about one half. A block that cannot go is split, evenly by probability,
 * until one required element is found. The parts before it have gone by then; the parts after it are open again. ProbDD and CDD forget
 * that a block failed. Here, after its first part went, the second part is never tested: the list without both has been tested.
 */
import { then } from '../search/compose';
import { done, trial } from '../search/search';
import type { Search, Verdict } from '../search/search';
import { wholeList, without } from './list';
import type { Kept, ListReducer } from './list';
import { afterGone, afterRequired, evenBlock, firstGuess } from './parts/neighbours';
import type { Neighbours } from './parts/neighbours';
import { swept } from './parts/sweep';
import { together } from './parts/together';

interface State {
  readonly kept: Kept;
  /** Position in `kept` of the first undecided element. */
  readonly from: number;
  /** The next elements that cannot all go, and the verdict that showed it. */
  readonly group?: { readonly length: number; readonly why: Verdict };
  readonly model: Neighbours;
}

export const groups: ListReducer = {
  name: 'groups',
  description: 'Group testing: tests blocks with an even chance to go, splits those that stay; fewest tests, O(n).',
  source: 'Hwang 1972, A Method for Detecting All Defective Members in a Population by Group Testing',
  oneMinimal: false,
  options: ['p0', 'sweep'],
  search: (list, { p0, sweep }) =>
    swept(then(next({ kept: wholeList(list), from: 0, model: firstGuess(p0) }), together), sweep),
};

function next(state: State): Search<Kept, Kept> {
  const { kept, from, group, model } = state;
  if (from === kept.length) return done(kept);
  if (group?.length === 1) return next(required(state, group.why));
  const most = group ? group.length - 1 : kept.length - from;
  const { length, chance } = evenBlock(model, most, group?.length);
  const rest = () => without(kept, from, from + length);
  return trial(
    rest,
    chance,
    () => next(gone(state, rest(), length)),
    (why) => next({ ...state, group: { length, why } }),
  );
}

/** The next `length` elements went. If a group cannot go, its rest cannot go either: that list has been tested. */
function gone({ from, group, model }: State, kept: Kept, length: number): State {
  return { kept, from, group: group && { ...group, length: group.length - length }, model: afterGone(model, length) };
}

/** The next element stays. The model learns from this only if a test failed. */
function required({ kept, from, model }: State, why: Verdict): State {
  return { kept, from: from + 1, model: why === 'fails' ? afterRequired(model) : model };
}
