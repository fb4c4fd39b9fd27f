/** Counts the tests of a search of a text by what its lists ask (`support/queryKinds.ts`). */
import { type Kept, draw, wholeList } from '../../../src/reducers/list';
import { keyOf } from '../support/count';
import { count, noQueries, watched, type Query, type Tallies } from '../support/queryKinds';
import type { ListWatcher } from './measure';

/** What is tried outside of lists: the last element of one that is left. */
const alone: Query = { kind: 'other', asked: () => {} };

export function queryCounter(): { readonly watcher: ListWatcher; readonly tallies: Tallies } {
  const tallies = noQueries();
  let query = alone;
  return {
    tallies,
    watcher: {
      list: (search, list) => watched(search, wholeList(list), goneKey, (proposed) => (query = proposed)),
      next: () => (query = alone),
      tested: (held) => count(tallies, query, held),
    },
  };
}

/** Of the elements of `kept` that are not in `candidate`, a key as in `support/count.ts`; both are ascending. */
function goneKey(kept: Kept, candidate: Kept): number {
  let [high, low, next] = [0, 0, 0];
  for (const element of kept) {
    if (candidate[next] === element) {
      next++;
    } else {
      high ^= draw(1, 0, element) >>> 12;
      low ^= draw(2, 0, element);
    }
  }
  return keyOf(high, low);
}
