/** Walks a search with the driver that a job names. */
import type { Search } from '../../search/search';
import { testingAhead } from './ahead';
import { drive, testingInOrder } from './drive';
import type { DriveOptions, Lab, Walked } from './drive';
import { driveFirstFinished } from './firstFinished';
import { firstToFinish } from './loops';
import type { CommitRule, Loop } from './loops';
import type { Slots } from './workers';

export interface Mode extends Slots {
  readonly loop: Loop;
  readonly commit: CommitRule;
  /** One job now may be several later. */
  readonly varies?: boolean;
}

/** What is first to finish is known only in the phases at hand: there, testing ahead goes no further than the loop `combined`. */
export function walkBy<C, R>(
  mode: Mode,
  search: Search<C, R>,
  lab: Lab<C>,
  options: DriveOptions<C>,
): Promise<Walked<C, R>> {
  const { signal } = options;
  const { reach } = mode.loop;
  if ((mode.jobs === 1 && !mode.varies) || reach === 'test')
    return drive(search, lab, testingInOrder(lab, signal), options);
  if (mode.commit !== firstToFinish) return drive(search, lab, testingAhead(lab, mode, signal, reach), options);
  return driveFirstFinished(search, lab, { slots: mode, joint: reach !== 'phase' }, options);
}
