/** A failing test: its job, its runner, and how it fails as it is. */
import { delimiter } from 'node:path';
import * as l10n from '@vscode/l10n';
import { OracleError } from '../oracle/calibration/calibrate';
import { firstTimeoutMs } from '../oracle/calibration/diagnosis';
import type { Content } from '../oracle/content';
import { failureRule, isSameFailure, testPasses, withoutRow } from '../oracle/judging/failureRule';
import { lessonOf } from '../oracle/judging/learnedRule';
import type { VerdictRule } from '../oracle/judging/rule';
import { overlay } from '../oracle/places/overlay';
import type { Target } from '../oracle/places/place';
import { nearestRoot, realPath } from '../oracle/places/roots';
import { fixedText, userPath, type OracleCommand } from '../oracle/processes/command';
import { readers, readReport } from '../oracle/reports/readers';
import type { TestFailure, TestReport } from '../oracle/reports/report';
import { openTester, type Ran } from '../oracle/tester';
import { CannotStart } from '../oracle/processes/supervise';
import type { Starter } from '../oracle/processes/starter';
import { canBeWarm, warmStarter } from '../oracle/warm/warmStarter';
import type { Job, TestOracle, TextInput } from '../reduction/job';
import { importFolders } from '../runners/kinds/otherRunners';
import { recognise, type Recognised } from '../runners/recognise';
import { separateTitles } from '../runners/testFile';
import { encode } from '../text/encoding';

/** Its command, rule and guards are still to be found. */
export interface TestJob<I extends TextInput = TextInput> extends Job<I & { readonly file: string }> {
  readonly oracle: TestOracle;
}

export function isTestJob<I extends TextInput>(job: Job<I>): job is TestJob<I> {
  return job.oracle.kind === 'test' && job.input.file !== undefined;
}

/** What is run, and where. */
interface TestInput extends Target {
  readonly fileName: string;
  readonly file: string;
  readonly root: string;
  readonly content: Content;
  readonly timeoutMs: number;
}

export type TestRun = Readonly<ReturnType<typeof testRun>>;

/** `found`: the runner of the chosen test, or of the whole file. Throws `OracleError` if no runner takes the file. */
export function testRun({ oracle, ...given }: TestJob, signal: AbortSignal) {
  const job: TestJob = { ...given, oracle: { ...oracle, titles: separateTitles(oracle.titles, given.input.text) } };
  const { fileName, text, encoding } = job.input;
  const { memoryBytes, protect, timeoutMs = firstTimeoutMs } = job.tests;
  const file = realPath(job.input.file);
  const root = realPath(job.tests.root ?? nearestRoot(file));
  const input: TestInput = { fileName, file, root, memoryBytes, protect, content: encode(text, encoding), timeoutMs };
  return { job, input, found: runnerFor(job, input, job.oracle.titles), signal };
}

export function runnerFor({ oracle, input }: TestJob, { file, root }: TestInput, titles: readonly string[]) {
  const { runner } = oracle;
  const all = recognise({ path: file, text: input.text, root }, titles);
  const found = runner === undefined ? all[0] : all.find((one) => one.runner === runner);
  if (found) return found;
  throw new OracleError(
    runner === undefined
      ? l10n.t('No test runner was recognised for {0}: reduce it with the command that fails.', input.fileName)
      : l10n.t('{0} does not look like a test of {1}: choose another runner (‹runner›).', input.fileName, runner),
  );
}

export async function commandOf(
  { command, cwd, runner }: Recognised,
  { job, input, signal }: TestRun,
): Promise<OracleCommand> {
  const warm = job.oracle.warm !== false && canBeWarm(runner) ? runner : undefined;
  const folders = await importFolders(command, cwd, input.root, signal);
  const paths = [...folders.map((real) => ({ real })), ...[process.env.PYTHONPATH ?? ''].filter(Boolean)];
  const parts = paths.flatMap((path, at) => (at === 0 ? [path] : [delimiter, path]));
  const env = folders.length > 0 ? { PYTHONPATH: { source: '', parts } } : undefined;
  return { invocation: { line: fixedText(command) }, cwd: userPath(cwd), env, warm };
}

export type RunOnce = (command: OracleCommand) => Promise<Ran>;

/**
 * Lends a way to run commands on the test file in a copy of its workspace, and their run root. `warm`: the runner that is kept running, if
 * it can be. Throws `SandboxError`.
 */
export async function withRuns<T>(
  run: TestRun,
  work: (runOnce: RunOnce, root: string) => Promise<T>,
  warm?: string,
): Promise<T> {
  const { content, timeoutMs } = run.input;
  const starter = warm === undefined ? undefined : (base: Starter) => warmStarter(warm, base);
  const tester = await openTester(overlay, run.input, undefined, starter);
  const runOnce: RunOnce = (command) =>
    tester.run({ command, content, timeoutMs, signal: run.signal }).catch((error: Error) => {
      if (starter && error instanceof CannotStart) return withRuns(run, (cold) => cold(command));
      throw error;
    });
  try {
    return await work(runOnce, tester.root);
  } finally {
    tester.dispose();
  }
}

/** What the runner says; undefined if it has no report, or did not get as far. */
export function reportOf({ found }: TestRun, { timedOut, said }: Ran): TestReport | undefined {
  return timedOut ? undefined : readReport(found.runner, said);
}

/** How the test fails as it is. */
export interface Seen {
  /** It runs the failing test alone, if that fails alone as well. */
  readonly command: OracleCommand;
  readonly ran: Ran;
  /** Of the chosen test, or of the first one that fails; undefined without a report. */
  readonly failure?: TestFailure;
  /** It fails only after other tests of its file. */
  readonly passesAlone?: boolean;
  /** The command runs all rows of the test, so that those before the one that fails may go. This one runs that row alone. */
  readonly row?: OracleCommand;
}

/** Runs the test. Throws `OracleError` if it passes, is not found, or does not end, and `SandboxError`. */
export async function seeFailure(run: TestRun): Promise<Seen> {
  const { job, input, found } = run;
  const { titles } = job.oracle;
  return withRuns(run, async (runOnce) => {
    const command = await commandOf(found, run);
    const commandFor = (its: readonly string[]): OracleCommand => {
      return { ...command, invocation: { line: fixedText(runnerFor(job, input, its).command) } };
    };
    const first = { command, ran: await failing(run, command, runOnce) };
    if (!(found.runner in readers)) return first;
    if (titles.length > 0 && passes(run, first.ran)) {
      const whole = commandFor([]);
      const ran = await runOnce(whole);
      const failure = reportOf(run, ran)?.failures.find((one) => one.titles.join() === titles.join());
      if (failure) return seenAlone(run, { command: whole, ran, failure }, command, runOnce);
    }
    const isMissing = titles.length > 0 && isNotFound(first.ran, reportOf(run, first.ran));
    const others = isMissing ? reportOf(run, await runOnce(commandFor([])))?.failures : [];
    if (others && others.length > 0) throw new OracleError(whichOf(run, others));
    const failure = failureIn(run, first.ran);
    if (!failure) return first;
    const inFile = { ...first, failure };
    const row = commandFor(failure.titles);
    const test = withoutRow(failure.titles, found.runner);
    if (test.join() !== failure.titles.join()) {
      const seen = await seenAlone(run, inFile, commandFor(test), runOnce);
      if (seen.command !== command) return { ...seen, row };
    }
    const isAlone = runnerFor(job, input, failure.titles).command === found.command;
    return isAlone ? inFile : seenAlone(run, inFile, row, runOnce);
  });
}

/** The failure by the command that runs the test alone, unless it passes then, three times. */
async function seenAlone(
  run: TestRun,
  inFile: Seen & { readonly failure: TestFailure },
  alone: OracleCommand,
  runOnce: RunOnce,
): Promise<Seen> {
  const ran = await failing(run, alone, runOnce, 3);
  const failure = reportOf(run, ran)?.failures[0];
  if (failure && isSameFailure(inFile.failure, failure)) return { command: alone, ran, failure };
  return { ...inFile, passesAlone: passes(run, ran) && !passes(run, await runOnce(inFile.command)) };
}

/** Runs of a test that takes no longer, ms, before it is said to pass. */
const inVain = { runs: 5, ms: 2000 };

const passes = ({ found }: TestRun, { status, said }: Ran) => testPasses(status, said, found.runner);

/** Runs a test that may fail only sometimes, at least as often as a candidate; the first run that fails, or the last one. */
export async function failing(run: TestRun, command: OracleCommand, runOnce: RunOnce, least = 1): Promise<Ran> {
  let ran = await runOnce(command);
  const most = Math.max(least, run.job.tests.runs ?? (ran.ms <= inVain.ms ? inVain.runs : 1));
  for (let at = 1; at < most && passes(run, ran); at++) ran = await runOnce(command);
  return ran;
}

/** A module that a test file needs: its failure is not one of the test. */
const notThere =
  /Cannot find (?:module|package) ['"][^'"\n]+['"]|No module named '[^']+'|Failed to resolve (?:import|entry for package) "[^"\n]+"|no required module provides package [^\s;]+/;

/** Of unittest and pytest, whose module has no test of this name. */
const notNamed = /_FailedTest[^]*^AttributeError: |^ERROR: not found: .*::/m;

const isNotFound = ({ output }: Ran, report: TestReport | undefined) =>
  (report?.passed === 0 && report.failures.length === 0) || notNamed.test(output);

function whichOf({ job }: TestRun, failures: readonly TestFailure[]): string {
  const names = new Set(failures.map(({ titles }) => `"${titles.join(' › ')}"`));
  const some = [...names].slice(0, 5).join(', ');
  return l10n.t('{0} was not found by its runner: choose a test that fails (‹test›), {1}.', nameIn(job), some);
}

/** Undefined if a whole file could not even be loaded. */
function failureIn(run: TestRun, ran: Ran): TestFailure | undefined {
  const report = reportOf(run, ran);
  const [failure] = (!ran.timedOut && report?.failures) || [];
  const hasPassed = report !== undefined && ran.status === 0 && report.passed > 0;
  const problem = failure ? undefined : hasPassed ? whyNothing(run) : whyNotRun(run, ran, report);
  if (problem === undefined) return failure;
  throw new OracleError(problem, hasPassed ? undefined : ran.output);
}

const nameIn = ({ oracle, input }: TestJob) =>
  oracle.titles.length > 0 ? `"${oracle.titles.join(' › ')}"` : input.fileName;

function whyNothing({ job }: TestRun): string {
  return job.oracle.titles.length > 0
    ? l10n.t(
        '{0} passes alone, so there is no failure to reduce: reduce its whole file if another test must run first, or try again if it fails only sometimes.',
        nameIn(job),
      )
    : l10n.t(
        '{0} passes, so there is no failure to reduce: choose a test that fails, or try again if it fails only sometimes.',
        nameIn(job),
      );
}

function whyNotRun({ job }: TestRun, ran: Ran, report: TestReport | undefined): string | undefined {
  const [name, { timedOut, output }] = [nameIn(job), ran];
  if (timedOut) return l10n.t('{0} did not end in time: give the test more time (‹timeout›).', name);
  if (isNotFound(ran, report))
    return l10n.t('{0} was not found by its runner: check the name (‹test›), or run its file as a whole.', name);
  const [missing] = (!report && notThere.exec(output)) || [];
  const { fileName } = job.input;
  if (missing !== undefined)
    return l10n.t('{0} does not load ({1}): install or build it, or name its project (‹root›).', fileName, missing);
  if (job.oracle.titles.length === 0) return undefined;
  return l10n.t('{0} cannot be run: its file does not load. Reduce the failure of the file instead.', name);
}

/** The same failure, by the report or by the first line of the error; undefined if it did not fail. `anyMessage`: it may say something else. */
export function ruleOf(run: TestRun, { failure, ran, row }: Seen, anyMessage: boolean): VerdictRule | undefined {
  const { found, input, job } = run;
  if (failure) {
    return {
      exit: { codes: [0], not: true },
      failure: failureRule(found.runner, failure, { ...input, anyMessage, anyRow: row !== undefined }),
    };
  }
  return ran.timedOut || ran.status === 0 ? undefined : lessonOf({ status: ran.status, ...ran.said }, job.input).rule;
}
