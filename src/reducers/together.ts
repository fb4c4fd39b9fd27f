/**
 * What only goes together, say the two ends of a block whose inside is gone: pairs of neighbours that are left. After a success
 * the pair around it comes next, so that nested pairs go from the inside out. It ends when successes are too rare, so that lists
 * whose elements do not depend on each other lose one test for every eight elements that are left.
 */
import { done, trial } from '../search/search';
import type { Search } from '../search/search';
import { without } from './list';
import type { Kept } from './list';

/** Elements for each failure that is borne at first, and failures that each success pays for. */
const patience = 8;

interface State {
  readonly kept: Kept;
  /** Position of the pair in `kept`. */
  readonly from: number;
  /** Failures that are still borne. */
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
