/**
 * Adaptive group testing: Hwang's generalized binary splitting (1972) with learned probabilities. It goes from the first element to
 * the last and tests blocks that can go with a probability of about one half. A block that cannot go is split, evenly by probability,
 * until one required element is found. The parts before it have gone by then; the parts after it are open again. ProbDD and CDD forget
 * that a block failed. Here, after its first part went, the second part is never tested: the list without both has been tested.
 */
import { then } from '../search/compose';
import { type Search, type Verdict, done, trial } from '../search/search';
import { type Kept, type ListReducer, wholeList, withSweep, without } from './list';

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
    withSweep(then(next({ kept: wholeList(list), from: 0, model: firstGuess(p0) }), together), sweep),
};

function next(state: State): Search<Kept, Kept> {
  const { kept, from, group, model } = state;
  if (from === kept.length) return done(kept);
  if (group?.length === 1) {
    // One element stays. The model learns from this only if a test failed.
    return next({ kept, from: from + 1, model: group.why === 'fails' ? afterRequired(model) : model });
  }
  const most = group ? group.length - 1 : kept.length - from;
  const { length, chance } = evenBlock(model, most, group?.length);
  const rest = () => without(kept, from, from + length);
  // If a group cannot go and its first part went, its rest cannot go either: that list has been tested.
  const others = group && { ...group, length: group.length - length };
  return trial(
    rest,
    chance,
    () => next({ kept: rest(), from, group: others, model: afterGone(model, length) }),
    (why) => next({ ...state, group: { length, why } }),
  );
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

/** How many elements went and how many were required: the parameters of a Beta distribution, above 0. */
interface Counts {
  readonly gone: number;
  readonly required: number;
}

/**
 * A model of the required elements of a list: a two-state Markov chain. The probability that an element is required depends on its
 * left neighbour: required or not. Both probabilities are unknown, with Beta distributions; learning is counting. Older verdicts count
 * less, so that the model follows a list that is dense in one place and sparse in another. Plain data, immutable.
 */
export interface Neighbours {
  readonly afterGone: Counts;
  readonly afterRequired: Counts;
  /** Is the last decided element required? */
  readonly last: boolean;
}

/** p₀ weighs as much as this many required elements. */
const priorRequired = 0.5;

/** First guess: one in three elements after a required one is required too. One verdict outweighs this guess. */
const priorNeighbours: Counts = { gone: 0.5, required: 0.25 };

/** Factor of a count after each further required element: about the last ten of them matter. */
const memory = 0.9;

export function firstGuess(p0: number): Neighbours {
  const afterGone = { gone: (priorRequired * (1 - p0)) / p0, required: priorRequired };
  return { afterGone, afterRequired: priorNeighbours, last: false };
}

/** The model after the next `length` elements, at least one, went. */
export function afterGone({ afterGone, afterRequired, last }: Neighbours, length: number): Neighbours {
  const first = last ? 1 : 0;
  return {
    afterGone: { ...afterGone, gone: afterGone.gone + length - first },
    afterRequired: { ...afterRequired, gone: afterRequired.gone + first },
    last: false,
  };
}

/** The model after the next element turned out to be required. */
export function afterRequired(model: Neighbours): Neighbours {
  const after = model.last ? 'afterRequired' : 'afterGone';
  const { gone, required } = model[after];
  return { ...model, [after]: { gone: memory * gone, required: memory * required + 1 }, last: true };
}

interface Block {
  readonly length: number;
  /** Probability that all of it may go. */
  readonly chance: number;
}

/**
 * Among the blocks of the next 1…`most` elements, the one that can go with a probability nearest to one half, if the next `group`
 * elements cannot all go.
 */
export function evenBlock(model: Neighbours, most: number, group?: number): Block {
  const never = group === undefined ? 0 : allGo(model, group);
  let best: Block = { length: 0, chance: 1 };
  for (let length = 1, go = 1; length <= most; length++) {
    go *= nextGoes(model, length);
    const chance = (go - never) / (1 - never);
    if (length > 1 && Math.abs(chance - 0.5) >= Math.abs(best.chance - 0.5)) break;
    best = { length, chance };
  }
  return best;
}

/** Probability that the next `length` elements may all go. */
function allGo(model: Neighbours, length: number): number {
  let go = 1;
  for (let at = 1; at <= length; at++) go *= nextGoes(model, at);
  return go;
}

/**
 * Probability that the next element number `at`, from 1, may go if those before it may: the mean of its distribution. It grows with
 * every element that goes. Hence blocks are long while little is known.
 */
function nextGoes({ afterGone, afterRequired, last }: Neighbours, at: number): number {
  const { gone, required } = last && at === 1 ? afterRequired : afterGone;
  const before = last ? Math.max(0, at - 2) : at - 1;
  return (gone + before) / (gone + before + required);
}
