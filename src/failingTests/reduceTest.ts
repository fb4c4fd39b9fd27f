/** Reduces a failing test: finds out how it fails, then reduces its file. */
import { tellingFailure } from '../reduction/session';
import { reduce } from '../reduction/reduce';
import { prepared } from './prepare';
import type { TestJob } from './prepare';

/** As `reduce`. Throws `RevisionError` as well, each after a `failed` event. */
export async function reduceTest(
  job: TestJob,
  ...[onEvent, signal, controls, watching]: Parameters<typeof reduce> extends [unknown, ...infer Rest] ? Rest : never
): ReturnType<typeof reduce> {
  const ready = await tellingFailure(onEvent, () => prepared(job, signal));
  return reduce(ready, onEvent, signal, controls, watching);
}
