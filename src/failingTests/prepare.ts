/**
 * From a failing test to a job: which test fails, how, and by what it is told that a candidate fails for the same reason. That is a
 * revision at which the test passes, if git knows one; else the slice of the failure, the whole message, and sources that throw.
 */
import * as l10n from '@vscode/l10n';
import { OracleError } from '../oracle/calibration/calibrate';
import { openGuard, type Guard } from '../oracle/guards';
import { failureRule, framesIn, isSameFailure, type FailureRule } from '../oracle/judging/failureRule';
import { inPlace } from '../oracle/places/inPlace/inPlace';
import { overlay } from '../oracle/places/overlay';
import { nearestRoot, realPath } from '../oracle/places/roots';
import { fixedText, userPath, type OracleCommand } from '../oracle/processes/command';
import type { TestFailure } from '../oracle/reports/report';
import type { Job, TestChoice } from '../reduction/job';
import { defaultSearch } from '../reduction/searches/searchValue';
import { recognise, type Recognised } from '../runners/recognise';
import { openGrammar } from '../syntax/grammar';
import { languageOf } from '../syntax/languages';
import { encode } from '../text/encoding';
import { failureIn, withRuns, type FirstRun, type TestInput } from './firstRun';
import { guessesBy } from './guesses';
import { probeFor } from './probing';
import { repositoryOf } from './revision';
import { sliceOf } from './slice';
import { sourcesFor } from './sources';
import { versionsOf } from './versions';

/** Its command and rule are found here. */
export interface TestJob extends Omit<Job, 'oracle' | 'rule' | 'guards'> {
  readonly file: string;
  readonly test: TestChoice;
}

/** The usual search for tests: the result is one that a person would write. */
export const testSearch = `${defaultSearch}+until=statements`;

const firstTimeoutMs = 60_000;

interface Preparation {
  readonly job: TestJob;
  readonly input: TestInput;
  readonly signal: AbortSignal;
}

/** Throws `OracleError` (the test passes, is not found, does not end), `RevisionError` and `SandboxError`. */
export async function prepared(job: TestJob, signal: AbortSignal): Promise<Job> {
  const file = realPath(job.file);
  const root = realPath(job.root ?? nearestRoot(file));
  const { fileName, text, encoding, timeoutMs = firstTimeoutMs } = job;
  const input = { fileName, file, root, content: encode(text, encoding), timeoutMs };
  const run = { job, input, signal };
  const found = recognisedFor(run, job.test.titles);
  const { report: form, failed } = found;
  const search = job.search === undefined || job.search === defaultSearch ? testSearch : job.search;
  const place = job.place === inPlace.name ? inPlace.name : overlay.name;
  const same = { oracle: commandOf(found), place, root, search };
  // Without a report the failure is known by its first line.
  const byLine: Job = {
    ...job,
    ...same,
    rule: 'same-failure',
    landmarks: failed === undefined ? [] : [{ pattern: failed }],
  };
  if (form === undefined) return byLine;
  const first = await firstFailure(run, found);
  if (!first) return byLine;
  const { failure, command } = first;
  return { ...job, ...same, oracle: command, ...(await propertyOf(run, found, command, failure)) };
}

function recognisedFor({ job, input: { file, root } }: Preparation, titles: readonly string[]): Recognised {
  const { runner } = job.test;
  const all = recognise({ path: file, text: job.text, root }, titles);
  const found = runner === undefined ? all[0] : all.find((one) => one.runner === runner);
  if (found) return found;
  throw new OracleError(
    runner === undefined
      ? l10n.t('No test runner was recognised for {0}: give the command with whittle reduce --test.', job.fileName)
      : l10n.t('{0} does not look like a test of {1}: choose another runner.', job.fileName, runner),
  );
}

function commandOf({ command, cwd }: Recognised): OracleCommand {
  return { invocation: { line: fixedText(command) }, cwd: userPath(cwd) };
}

/** The failure of the chosen test, or of the first one that fails, and the command that runs it alone, if that fails as well. */
async function firstFailure(run: Preparation, found: Recognised) {
  const { job, input, signal } = run;
  const name = job.test.titles.length > 0 ? `"${job.test.titles.join(' › ')}"` : job.fileName;
  return withRuns(input, signal, async (runOnce) => {
    const command = commandOf(found);
    const first: FirstRun = await runOnce(command, found.report!);
    const failure = failureIn(first, name);
    if (!failure) {
      if (job.test.titles.length === 0) return undefined;
      throw new OracleError(
        l10n.t('{0} cannot be run: its file does not load. Reduce the failure of the file instead.', name),
        first.output,
      );
    }
    const alone = commandOf(recognisedFor(run, failure.titles));
    const again = (await runOnce(alone, found.report!)).report?.failures[0];
    return again && isSameFailure(failure, again) ? { failure: again, command: alone } : { failure, command };
  });
}

type PropertyParts = Pick<Job, 'rule' | 'kept' | 'guesses' | 'guards' | 'notice'>;

async function propertyOf(
  run: Preparation,
  found: Recognised,
  command: OracleCommand,
  failure: TestFailure,
): Promise<PropertyParts> {
  const { job } = run;
  const ruleWith = (anyMessage: boolean) =>
    failureRule(found.report!, failure, { content: run.input.content, fileName: job.fileName, anyMessage });
  const versions = await versionsOf(found, run.signal);
  const rule = (one: FailureRule) => ({ exit: { codes: [0], not: true }, failure: { ...one, versions } });
  const { slice, guesses } = await slicedBy(run, failure);
  const passing = await passingGuard(run, command, ruleWith(true));
  if (passing) {
    const { guard, revision } = passing;
    const notice = l10n.t('The test {0}.', guard.name);
    return { rule: rule({ ...ruleWith(true), passesAt: revision }), guards: [guard], kept: job.kept, guesses, notice };
  }
  const strict = ruleWith(false);
  const probe = await probeGuard(run, found, command, strict);
  const notice = probe
    ? l10n.t('No revision is known at which the test passes: the values that it compares are kept.')
    : l10n.t(
        'No revision is known at which the test passes, and Whittle cannot tell whether a result depends on your sources.',
      );
  return { rule: rule(strict), kept: [...(job.kept ?? []), ...slice], guesses, guards: probe ? [probe] : [], notice };
}

/** The nearest revision at which the test passes. Throws `RevisionError` for one that was chosen. */
async function passingGuard(
  run: Preparation,
  command: OracleCommand,
  failure: FailureRule,
): Promise<{ guard: Guard; revision: string } | undefined> {
  const { job, input, signal } = run;
  const { passesAt } = job.test;
  const repository = await repositoryOf(input.root, signal);
  if (!repository) {
    if (passesAt === undefined) return undefined;
    throw new OracleError(
      l10n.t('{0} is not in a git repository: reduce the test without a passing revision.', job.fileName),
    );
  }
  const revisions = passesAt === undefined ? await repository.revisions() : [await repository.named(passesAt)];
  for (const revision of revisions) {
    const changes = await repository.changes(revision, input.file).catch((error: Error) => {
      if (passesAt !== undefined) throw error;
      return [];
    });
    const name = l10n.t('passes at {0}', revision.name);
    const guard: Guard = { kind: 'passes', name, command, failure, changes };
    if (changes.length > 0 && (await allows(guard, run))) return { guard, revision: revision.name };
  }
  if (passesAt === undefined) return undefined;
  throw new OracleError(l10n.t('The test fails at {0} as well: choose a revision at which it passes.', passesAt));
}

async function allows(guard: Guard, { input, signal }: Preparation): Promise<boolean> {
  const open = await openGuard(guard, input);
  try {
    return (await open.allows(input.content, input.timeoutMs, signal)).allowed;
  } finally {
    open.tester.dispose();
  }
}

/** What of the test file computes the values of the failure, and guesses at the rest; nothing if the language is not known. */
async function slicedBy({ job, input }: Preparation, { frames }: TestFailure) {
  const language = languageOf(input.fileName, job.languageId);
  const lines = framesIn(frames, input.fileName).map(({ line }) => line);
  const given = job.guesses ?? [];
  if (!language || lines.length === 0) return { slice: [], guesses: given };
  const grammar = await openGrammar(job.assets, language);
  const tree = grammar.tree(job.text);
  try {
    const slice = sliceOf(tree, job.text, language.id, lines);
    return { slice, guesses: [...given, ...guessesBy(tree, language.id, slice)] };
  } finally {
    tree.delete();
    grammar.dispose();
  }
}

async function probeGuard(
  run: Preparation,
  found: Recognised,
  command: OracleCommand,
  failure: FailureRule,
): Promise<Guard | undefined> {
  const { job, input, signal } = run;
  const guard = { kind: 'differs' as const, name: l10n.t('depends on the sources'), command, failure };
  const sources = sourcesFor(input.file, input.root, found.cwd);
  const changes = await probeFor(sources, job.assets, async (given) => {
    return withRuns({ ...input, changes: given }, signal, async (runOnce) => {
      const { report, said } = await runOnce(command, found.report!);
      const isOther = report?.failures.some(({ test }) => test.includes(failure.test)) ?? false;
      return {
        isOther: isOther && !report!.failures.some((one) => isSameFailure(one, failure)),
        output: said.stdout + said.stderr,
      };
    });
  });
  return changes && { ...guard, changes };
}
