/** Isolates a difference with a test as the oracle. What differs is the test file, or a source that the test loads. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { failureRule } from '../oracle/judging/failureRule';
import { learnedRule } from '../oracle/judging/learnedRule';
import { realPath, within } from '../oracle/places/roots';
import { isolate } from '../reduction/isolate';
import type { IsolationJob } from '../reduction/job';
import { tellingFailure } from '../reduction/session';
import type { Recognised } from '../runners/recognise';
import { decode, encode } from '../text/encoding';
import { withRuns } from './firstRun';
import { commandOf, firstFailure, placeOf, preparationOf, recognisedFor } from './prepare';
import type { Preparation, TestJob } from './testJob';

type Rest = Parameters<typeof isolate> extends [unknown, ...infer Others] ? Others : never;

/** Any job, as `isolate`. Throws `SandboxError` as well, after a `failed` event. */
export async function isolateAny(job: IsolationJob, ...rest: Rest): ReturnType<typeof isolate> {
  const { test, file } = job;
  if (test === undefined || file === undefined) return isolate(job, ...rest);
  const [onEvent, signal] = rest;
  const run = ofTest({ ...job, file, test: { ...test, warm: false } }, signal);
  const found = await tellingFailure(onEvent, () => propertyOf(run, recognisedFor(run, test.titles)));
  return isolate({ ...job, ...placeOf(run), ...found, test: undefined }, ...rest);
}

/** The test file as it is on disk, unless it is the input; then the input goes where it lies. */
function ofTest(job: TestJob, signal: AbortSignal): Preparation {
  const { file } = job.test;
  if (file === undefined) return preparationOf(job, signal);
  const test = { ...job, file, fileName: basename(file), languageId: undefined, ...decode(readFileSync(file)) };
  const { root } = preparationOf(test, signal).input;
  const path = within(root, realPath(job.file))?.replaceAll('\\', '/');
  const changes = path === undefined ? [] : [{ path, bytes: encode(job.text, job.encoding) }];
  return preparationOf(test, signal, changes);
}

/** A candidate fails in the same test with the same kind of error, or it passes: another failure is no verdict. */
async function propertyOf(run: Preparation, found: Recognised): Promise<Pick<IsolationJob, 'oracle' | 'rule'>> {
  const { input, job } = run;
  const first = found.report && (await firstFailure(run, found));
  if (first) {
    const { failure, command } = first;
    const rule = failureRule(found.report!, failure, { ...input, anyMessage: true });
    const exit = { codes: [0], not: true };
    return { oracle: command, rule: { exit, failure: { ...rule, anyLines: true }, otherwise: 'unresolved' } };
  }
  const oracle = commandOf(found, run);
  const { timedOut, status, said } = await withRuns(input, run.signal, (runOnce) => runOnce(oracle));
  if (timedOut || status === 0) return { oracle, rule: 'same-failure' };
  return { oracle, rule: { ...learnedRule({ status, ...said }, job) } };
}
