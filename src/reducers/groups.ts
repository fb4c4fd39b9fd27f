/**
 * Adaptive group testing: Hwang's generalized binary splitting (1972) with learned probabilities. It goes from the first element to
 * the last and tests blocks that can go with a probability of about one half. A block that cannot go is split, evenly by probability,
 * until one required element is found. The parts before it have gone by then; the parts after it are open again. ProbDD and CDD forget
 * that a block failed. Here, after its first part went, the second part is never tested: the list without both has been tested.
 */
import { then } from '../search/compose';
import { done, trial, type Search, type Verdict } from '../search/search';
import { wholeList, without, type Kept, type ListReducer } from './list';
import { afterGone, afterRequired, evenBlock, firstGuess, type Neighbours } from './parts/neighbours';
import { swept } from './parts/sweep';

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
  description:
    'Group testing: tests blocks that can go with an even chance, and splits those that stay; fewest tests, O(n).',
  source: 'Hwang 1972, A Method for Detecting All Defective Members in a Population by Group Testing',
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

/** Elements for each failure allowed at first, and number of failures that each success allows. */
const patience = 8;

/**
 * Deletes elements that can only go together, for example the two ends of a block whose inside is gone: pairs of neighbours. After a
 * success the surrounding pair comes next, so that nested pairs go from the inside out. The search ends when successes are too rare: a
 * list of independent elements costs one extra test for every eight elements left.
 */
export function together(kept: Kept): Search<Kept, Kept> {
  return pairs(kept, 0, Math.floor(kept.length / patience));
}

/** `from`: position of the pair; `left`: number of failures still allowed. */
function pairs(kept: Kept, from: number, left: number): Search<Kept, Kept> {
  if (left <= 0 || from + 2 > kept.length) return done(kept);
  const rest = () => without(kept, from, from + 2);
  return trial(
    rest,
    1 / (patience + 1),
    () => pairs(rest(), Math.max(0, from - 1), left + patience),
    (why) => pairs(kept, from + 1, why === 'rejected' ? left : left - 1),
  );
}
