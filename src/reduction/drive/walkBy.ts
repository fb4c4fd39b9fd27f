/** Walks a search with the driver of a job. */
import type { Search } from '../../search/search';
import { TestingAhead } from './ahead';
import { drive, testingInOrder, type DriveOptions, type Lab, type Walked } from './drive';
import { driveFirstFinished } from './firstFinished';
import { firstToFinish, type CommitRule, type Loop, type Slots } from './loops';

export interface Mode extends Slots {
  readonly loop: Loop;
  readonly commit: CommitRule;
  /** A job count of one may rise later. */
  readonly varies?: boolean;
}

/** With `first-to-finish`, tests ahead go no further than in the loop `combined`: only the current phases are certain. */
export function walkBy<C, R>(
  mode: Mode,
  search: Search<C, R>,
  lab: Lab<C>,
  options: DriveOptions<C>,
): Promise<Walked<R>> {
  const { signal } = options;
  const { reach } = mode.loop;
  if ((mode.jobs === 1 && !mode.varies) || reach === 'test')
    return drive(search, lab, testingInOrder(lab, signal), options);
  if (mode.commit !== firstToFinish) return drive(search, lab, new TestingAhead(lab, mode, signal, reach), options);
  return driveFirstFinished(search, lab, { slots: mode, joint: reach !== 'phase' }, options);
}
