/**
 * Deletes elements that can only go together, for example the two ends of a block whose inside is gone: pairs of neighbours. After a
 * success the surrounding pair comes next, so that nested pairs go from the inside out. The search ends when successes are too rare: a
 * list of independent elements costs one extra test for every eight elements left.
 */
import { done, trial } from '../../search/search';
import type { Search } from '../../search/search';
import { without } from '../list';
import type { Kept } from '../list';

/** Elements for each failure allowed at first, and number of failures that each success allows. */
const patience = 8;

interface State {
  readonly kept: Kept;
  /** Position of the pair in `kept`. */
  readonly from: number;
  /** Number of failures still allowed. */
  readonly left: number;
}

export function together(kept: Kept): Search<Kept, Kept> {
  return next({ kept, from: 0, left: Math.floor(kept.length / patience) });
}

function next({ kept, from, left }: State): Search<Kept, Kept> {
  if (left <= 0 || from + 2 > kept.length) return done(kept);
  const rest = () => without(kept, from, from + 2);
  return trial(
    rest,
    1 / (patience + 1),
    () => next({ kept: rest(), from: Math.max(0, from - 1), left: left + patience }),
    (why) => next({ kept, from: from + 1, left: why === 'rejected' ? left : left - 1 }),
  );
}
