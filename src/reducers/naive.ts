/** The simplest reducer: tries to delete each element, and starts again from the first after a success. 1-minimal, O(n²) tests. */
import { done, lazy, phase, type Search } from '../search/search';
import { wholeList, without, type Kept, type ListReducer } from './list';

export const naive: ListReducer = {
  name: 'naive',
  description: 'Tries one element at a time and restarts at the first after each success; 1-minimal, O(n²) tests.',
  source: 'folklore',
  options: [],
  search: (list) => oneLess(wholeList(list)),
};

/** Deletes single elements until none can go. */
export function oneLess(kept: Kept): Search<Kept, Kept> {
  const rest = (index: number) => without(kept, index, index + 1);
  return phase({
    alternatives: lazy(kept.length, rest),
    chance: () => 1 / (kept.length + 1),
    held: (index) => oneLess(rest(index)),
    none: () => done(kept),
  });
}
