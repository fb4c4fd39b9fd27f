/** Something of which a reproduction is made. */
import type { FileSet } from '../../oracle/content';
import type { Finished } from '../../reduction/events/events';
import type { Job } from '../../reduction/job';
import type { ReduceOptions } from '../reduce/reduceFile';
import type { Undertaken } from '../run';

export interface ReproArguments extends Omit<ReduceOptions, 'place'> {
  /** Titles of the test, outermost first. */
  readonly name: readonly string[];
  /** Leave out arguments of the command that are not needed. */
  readonly reduceArgs?: boolean;
  /** Take secrets along. */
  readonly withSecrets?: boolean;
}

/** Something to be reduced. */
export interface Source {
  /** The directory of its files, absolute. */
  readonly base: string;
  /** Of a single file: its name. */
  readonly file?: string;
  readonly job: Pick<Job, 'oracle' | 'rule' | 'also' | 'linked'>;
  reduced(given: Undertaken): Promise<{ readonly finished: Finished; readonly content: FileSet }>;
}
