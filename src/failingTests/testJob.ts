/** A job on a failing test, and what is known of it before its property is. */
import type { Job, TestOracle, TextInput } from '../reduction/job';
import type { TestInput } from './firstRun';

/** Its command, rule and guards are still to be found. */
export interface TestJob<I extends TextInput = TextInput> extends Job<I & { readonly file: string }> {
  readonly oracle: TestOracle;
}

export function isTestJob<I extends TextInput>(job: Job<I>): job is TestJob<I> {
  return job.oracle.kind === 'test' && job.input.file !== undefined;
}

export interface Preparation {
  readonly job: TestJob;
  readonly input: TestInput;
  readonly signal: AbortSignal;
}
