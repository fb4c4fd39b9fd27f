/** Makes the result of lists 1-tree-minimal: the lists, single deletions until none holds, then the blank lines that are left. */
import { polish } from '../moves/polish';
import { singles } from '../moves/singles';
import { inSequence, parsing, shrinking } from './steps';
import type { Step } from '../strategy';

export function toTreeMinimum(lists: Step): Step {
  return parsing(shrinking(inSequence(lists, singles, polish)));
}
