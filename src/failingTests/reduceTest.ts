/** Reduces a failing test: finds out how it fails, then reduces its file. */
import { tellingFailure } from '../reduction/session';
import type { Job } from '../reduction/job';
import { reduce } from '../reduction/reduce';
import { prepared } from './prepare';
import { isTestJob, type TestJob } from './testJob';

type Rest = Parameters<typeof reduce> extends [unknown, ...infer Others] ? Others : never;

/** Any job, as `reduce`. */
export function reduceAny(job: Job, ...rest: Rest): ReturnType<typeof reduce> {
  return isTestJob(job) ? reduceTest(job, ...rest) : reduce(job, ...rest);
}

/** As `reduce`. Throws `RevisionError` as well, each after a `failed` event. */
export async function reduceTest(
  job: TestJob,
  ...[onEvent, signal, controls, watching]: Rest
): ReturnType<typeof reduce> {
  const ready = await tellingFailure(onEvent, () => prepared(job, signal));
  return reduce(ready, onEvent, signal, controls, watching);
}
