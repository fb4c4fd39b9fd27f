/** Isolates a difference with a test as the oracle. What differs is the test file, or a source that the test loads. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { realPath, within } from '../oracle/places/roots';
import { isolate } from '../reduction/isolate';
import type { IsolationJob, RuledCommand } from '../reduction/job';
import { tellingFailure } from '../reduction/session';
import { decode, encode } from '../text/encoding';
import { isTestJob, placeOf, ruleOf, seeFailure, testRun, type TestJob, type TestRun } from './testRun';

type Rest = Parameters<typeof isolate> extends [unknown, ...infer Others] ? Others : never;

/** Any job, as `isolate`. Throws `SandboxError` as well, after a `failed` event. */
export async function isolateAny(job: IsolationJob, ...rest: Rest): ReturnType<typeof isolate> {
  if (!isTestJob(job)) return isolate(job, ...rest);
  const [onEvent, signal] = rest;
  const { run, found } = await tellingFailure(onEvent, async () => {
    const opened = openRun({ ...job, oracle: { ...job.oracle, warm: false } }, signal);
    return { run: opened, found: await propertyOf(opened) };
  });
  const oracle = { kind: 'command', commands: [found] } as const;
  return isolate({ ...job, oracle, tests: { ...job.tests, ...placeOf(run) } }, ...rest);
}

/** The test file as it is on disk, unless it is the input; then the input goes where it lies. */
function openRun(job: TestJob, signal: AbortSignal): TestRun {
  const { file } = job.oracle;
  if (file === undefined) return testRun(job, signal);
  const run = testRun({ ...job, input: { file, fileName: basename(file), ...decode(readFileSync(file)) } }, signal);
  const path = within(run.input.root, realPath(job.input.file))?.replaceAll('\\', '/');
  const changes = path === undefined ? [] : [{ path, bytes: encode(job.input.text, job.input.encoding) }];
  return { ...run, input: { ...run.input, changes } };
}

/** A candidate fails in the same test with the same kind of error, or it passes: another failure is no verdict. */
async function propertyOf(run: TestRun): Promise<RuledCommand> {
  const seen = await seeFailure(run);
  const rule = ruleOf(run, seen, true);
  const failure = rule?.failure && { ...rule.failure, anyLines: true };
  return {
    command: seen.command,
    rule: failure ? { ...rule, failure, otherwise: 'unresolved' } : (rule ?? 'same-failure'),
  };
}
