/** A job on a failing test, and what is known of it before its property is. */
import type { Job, TestChoice } from '../reduction/job';
import type { TestInput } from './firstRun';

/** Its command, rule and guards are still to be found. */
export interface TestJob extends Omit<Job, 'oracle' | 'rule' | 'guards'> {
  readonly file: string;
  readonly test: TestChoice;
}

export interface Preparation {
  readonly job: TestJob;
  readonly input: TestInput;
  readonly signal: AbortSignal;
}
