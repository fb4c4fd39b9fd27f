/** The sweep that makes any result 1-minimal: single deletions, until none of the elements left can go alone. */
import * as l10n from '@vscode/l10n';
import { then } from '../../search/compose';
import { done, lazy, phase, type Search } from '../../search/search';
import { without, type Kept } from '../list';
import type { Sweep } from '../options';

/** `search`, followed by the sweep if it is on. */
export function withSweep(search: Search<Kept, Kept>, sweep: Sweep): Search<Kept, Kept> {
  return sweep === 'on' ? then(search, (kept) => singleDeletions(kept)) : search;
}

/**
 * "Is there an element that can go alone?" After a success the scan continues where it stopped and wraps round, so that elements that
 * have just failed come last.
 */
export function singleDeletions(kept: Kept, offset = 0): Search<Kept, Kept> {
  if (kept.length === 0) return done(kept);
  const position = (turn: number) => (turn + offset) % kept.length;
  const rest = (turn: number) => without(kept, position(turn), position(turn) + 1);
  return phase({
    label: l10n.t('Removing single elements'),
    kind: 'certifying',
    alternatives: lazy(kept.length, rest),
    chance: () => 1 / (kept.length + 1),
    held: (turn) => singleDeletions(rest(turn), position(turn)),
    none: () => done(kept),
  });
}
