/** Deletions of single elements until none can go: a reducer of its own, and the sweep that makes any result 1-minimal. */
import * as l10n from '@vscode/l10n';
import { then } from '../search/compose';
import { done, lazy, phase, type Search } from '../search/search';
import { wholeList, without, type Kept, type ListReducer } from './list';
import type { Sweep } from './options';

export const naive: ListReducer = {
  name: 'naive',
  description: 'Tries one element at a time and restarts at the first after each success; 1-minimal, O(n²) tests.',
  source: 'folklore',
  options: [],
  search: (list) => oneLess(wholeList(list)),
};

/** `search`, followed by the sweep if it is on. */
export function withSweep(search: Search<Kept, Kept>, sweep: Sweep): Search<Kept, Kept> {
  return sweep === 'on' ? then(search, (kept) => singleDeletions(kept)) : search;
}

/** Starts again from the first element after a success. */
export function oneLess(kept: Kept): Search<Kept, Kept> {
  return singleDeletions(kept, 0, () => 0);
}

/**
 * "Is there an element that can go alone?" After a success the scan continues where it stopped and wraps round, so that elements that
 * have just failed come last. `next`: where it continues after the element at this position went.
 */
export function singleDeletions(kept: Kept, offset = 0, next = (position: number) => position): Search<Kept, Kept> {
  if (kept.length === 0) return done(kept);
  const position = (turn: number) => (turn + offset) % kept.length;
  const rest = (turn: number) => without(kept, position(turn), position(turn) + 1);
  return phase({
    label: l10n.t('Removing single elements'),
    kind: 'certifying',
    alternatives: lazy(kept.length, rest),
    chance: () => 1 / (kept.length + 1),
    held: (turn) => singleDeletions(rest(turn), next(position(turn)), next),
    none: () => done(kept),
  });
}
