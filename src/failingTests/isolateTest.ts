/** Isolates a difference with a test as the oracle. What differs is the test file, or a source that the test loads. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { failureRule } from '../oracle/judging/failureRule';
import { learnedRule } from '../oracle/judging/learnedRule';
import { realPath, within } from '../oracle/places/roots';
import { isolate } from '../reduction/isolate';
import type { IsolationJob, RuledCommand } from '../reduction/job';
import { tellingFailure } from '../reduction/session';
import type { Recognised } from '../runners/recognise';
import { decode, encode } from '../text/encoding';
import { withRuns } from './firstRun';
import { commandOf, firstFailure, placeOf, preparationOf, recognisedFor } from './prepare';
import { isTestJob, type Preparation, type TestJob } from './testJob';

type Rest = Parameters<typeof isolate> extends [unknown, ...infer Others] ? Others : never;

/** Any job, as `isolate`. Throws `SandboxError` as well, after a `failed` event. */
export async function isolateAny(job: IsolationJob, ...rest: Rest): ReturnType<typeof isolate> {
  if (!isTestJob(job)) return isolate(job, ...rest);
  const [onEvent, signal] = rest;
  const run = ofTest({ ...job, oracle: { ...job.oracle, warm: false } }, signal);
  const found = await tellingFailure(onEvent, () => propertyOf(run, recognisedFor(run, job.oracle.titles)));
  const oracle = { kind: 'command', commands: [found] } as const;
  return isolate({ ...job, oracle, tests: { ...job.tests, ...placeOf(run) } }, ...rest);
}

/** The test file as it is on disk, unless it is the input; then the input goes where it lies. */
function ofTest(job: TestJob, signal: AbortSignal): Preparation {
  const { file } = job.oracle;
  if (file === undefined) return preparationOf(job, signal);
  const test = { ...job, input: { file, fileName: basename(file), ...decode(readFileSync(file)) } };
  const { root } = preparationOf(test, signal).input;
  const path = within(root, realPath(job.input.file))?.replaceAll('\\', '/');
  const changes = path === undefined ? [] : [{ path, bytes: encode(job.input.text, job.input.encoding) }];
  return preparationOf(test, signal, changes);
}

/** A candidate fails in the same test with the same kind of error, or it passes: another failure is no verdict. */
async function propertyOf(run: Preparation, found: Recognised): Promise<RuledCommand> {
  const { input, job } = run;
  const first = found.report && (await firstFailure(run, found));
  if (first) {
    const { failure, command } = first;
    const rule = failureRule(found.report!, failure, { ...input, anyMessage: true });
    const exit = { codes: [0], not: true };
    return { command, rule: { exit, failure: { ...rule, anyLines: true }, otherwise: 'unresolved' } };
  }
  const command = commandOf(found, run);
  const { timedOut, status, said } = await withRuns(input, run.signal, (runOnce) => runOnce(command));
  if (timedOut || status === 0) return { command, rule: 'same-failure' };
  return { command, rule: learnedRule({ status, ...said }, job.input) };
}
