/** Walks a search with the driver that a job names. */
import type { Search } from '../../search/search';
import { testingAhead } from './ahead';
import { drive, testingInOrder } from './drive';
import type { DriveOptions, Lab, Walked } from './drive';
import { driveFirstFinished } from './firstFinished';
import { firstToFinish } from './loops';
import type { CommitRule, Loop } from './loops';

export interface Mode {
  readonly loop: Loop;
  readonly commit: CommitRule;
  /** Tests run at once. */
  readonly jobs: number;
}

/** What is first to finish is known only in the phases at hand: there, testing ahead goes no further than the loop `combined`. */
export function walkBy<C, R>(
  { loop: { reach }, commit, jobs }: Mode,
  search: Search<C, R>,
  lab: Lab<C>,
  options: DriveOptions<C>,
): Promise<Walked<C, R>> {
  const { signal } = options;
  if (jobs === 1 || reach === 'test') return drive(search, lab, testingInOrder(lab, signal), options);
  if (commit !== firstToFinish) return drive(search, lab, testingAhead(lab, jobs, signal, reach), options);
  return driveFirstFinished(search, lab, { jobs, joint: reach !== 'phase' }, options);
}
