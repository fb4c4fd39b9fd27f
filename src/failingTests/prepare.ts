/**
 * From a failing test to a job: which test fails, how, and by what it is told that a candidate fails for the same reason. That is a
 * revision at which the test passes, if git knows one; else the slice of the failure, the whole message, and sources that throw.
 */
import * as l10n from '@vscode/l10n';
import { OracleError } from '../oracle/calibration/calibrate';
import { failureRule, framesIn, isSameFailure, type FailureRule } from '../oracle/judging/failureRule';
import type { Guard } from '../oracle/guards';
import { learnedRule } from '../oracle/judging/learnedRule';
import type { VerdictRule } from '../oracle/judging/rule';
import { inPlace } from '../oracle/places/inPlace/inPlace';
import { overlay } from '../oracle/places/overlay';
import type { ChangedFile } from '../oracle/places/place';
import { nearestRoot, realPath } from '../oracle/places/roots';
import { fixedText, userPath, type OracleCommand } from '../oracle/processes/command';
import { type Frame, type TestFailure, firstStack, framesOf } from '../oracle/reports/report';
import type { CommandOracle, Job, Testing, TextInput } from '../reduction/job';
import { defaultSearch } from '../reduction/searches/searchValue';
import { recognise, type Recognised } from '../runners/recognise';
import { canBeWarm } from '../oracle/warm/warmStarter';
import { openGrammar } from '../syntax/grammar';
import { languageOf } from '../syntax/languages';
import { encode } from '../text/encoding';
import type { Range } from '../text/ranges';
import { failureIn, withRuns, type FirstRun } from './firstRun';
import { guessesBy } from './guesses';
import { historyOf, passingGuard, probeGuard } from './guards';
import { sliceOf } from './slice';
import type { Preparation, TestJob } from './testJob';
import { versionsOf } from '../runners/versions';

/** The usual search for tests: the result is one that a person would write. */
export const testSearch = `${defaultSearch}+until=statements`;

const firstTimeoutMs = 60_000;

/** Throws `OracleError` (the test passes, is not found, does not end), `RevisionError` and `SandboxError`. */
export async function prepared(job: TestJob, signal: AbortSignal): Promise<Job> {
  const run = preparationOf(job, signal);
  const found = recognisedFor(run, job.oracle.titles);
  const { report: form, failed } = found;
  const early = begunEarly(run, found);
  const first = form && (await firstFailure(run, found));
  const ready = { ...job, search: searchFor(job), tests: { ...job.tests, ...placeOf(run) } };
  if (!first) {
    const commands = [{ command: commandOf(found, run), rule: 'same-failure' as const }];
    const landmarks = failed === undefined ? [] : [{ pattern: failed }];
    return withParts(ready, await partsByLine(run, found, early), { commands, landmarks });
  }
  const { rule, ...parts } = await propertyOf(run, found, early, first);
  const earlier = ready.tests.place === inPlace.name ? undefined : first.ran;
  return withParts(ready, parts, { commands: [{ command: first.command, rule }], earlier });
}

function searchFor({ search = defaultSearch }: TestJob): string {
  return search === defaultSearch ? testSearch : search;
}

function withParts(job: TestJob, parts: Partial<PropertyParts>, oracle: Omit<CommandOracle, 'kind' | 'guards'>): Job {
  const { guards, notice = job.notice, kept = job.input.kept, guesses = job.input.guesses } = parts;
  return { ...job, notice, input: { ...job.input, kept, guesses }, oracle: { kind: 'command', guards, ...oracle } };
}

type Early = ReturnType<typeof begunEarly>;

/** Begun while the test runs for the first time, and wanted afterwards. */
function begunEarly(run: Preparation, found: Recognised) {
  const { assets, input } = run.job;
  const { fileName, languageId } = input;
  const language = languageOf(fileName, languageId);
  // A language stays loaded.
  if (language) void begun(openGrammar(assets, language).then((grammar) => grammar.dispose()));
  return { versions: begun(versionsOf(found.command, found.cwd, run.signal)), history: begun(historyOf(run)) };
}

/** Whoever waits for it gets its error. */
function begun<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}

/** `changes`: to the workspace on disk. */
export function preparationOf(job: TestJob, signal: AbortSignal, changes?: readonly ChangedFile[]): Preparation {
  const { fileName, text, encoding } = job.input;
  const { memoryBytes, protect, timeoutMs = firstTimeoutMs } = job.tests;
  const file = realPath(job.input.file);
  const root = realPath(job.tests.root ?? nearestRoot(file));
  return {
    job,
    input: { fileName, file, root, memoryBytes, protect, content: encode(text, encoding), timeoutMs, changes },
    signal,
  };
}

/** Tests run in the workspace, or in a copy of it. */
export function placeOf({ job, input: { root } }: Preparation): Pick<Testing, 'place' | 'root'> {
  return { place: job.tests.place === inPlace.name ? inPlace.name : overlay.name, root };
}

/** Without a report the failure is known by its first line, and where it failed by a stack that Node.js prints. */
async function partsByLine(run: Preparation, found: Recognised, { history }: Early): Promise<Partial<PropertyParts>> {
  const { job, input, signal } = run;
  const command = commandOf(found, run);
  const { timedOut, status, said } = await withRuns(input, signal, (runOnce) => runOnce(command));
  if (timedOut || status === 0) return {};
  const rule = learnedRule({ status, ...said }, { text: job.input.text, fileName: job.input.fileName });
  const sliced = begun(slicedBy(run, framesOf(firstStack(said.stderr) || firstStack(said.stdout))));
  const { passing, problems } = await passingGuard(run, history, command, rule);
  const { slice, guesses } = await sliced;
  if (passing) return { guards: [passing.guard], kept: job.input.kept, guesses, notice: toldOf(passing) };
  const kept = await withoutRevision(run, { ...found, report: undefined }, command, rule, slice);
  return { guesses, ...kept, notice: toldAfter(problems, kept.notice) };
}

function toldOf({ guard }: { guard: Guard }): string {
  return l10n.t('The test {0}.', guard.name);
}

/** `problems`: of revisions that could not be tried. */
function toldAfter(problems: readonly string[], notice: string | undefined): string {
  return [...new Set(problems), notice].filter(Boolean).join(' ');
}

/** The slice stays, and the sources matter, if that can be found out. */
async function withoutRevision(
  run: Preparation,
  found: Recognised,
  command: OracleCommand,
  rule: VerdictRule,
  slice: readonly Range[],
): Promise<Omit<PropertyParts, 'rule' | 'guesses'>> {
  const probe = await probeGuard(run, found, command, rule);
  const kept = [...(run.job.input.kept ?? []), ...slice];
  if (probe) {
    const notice = l10n.t('No revision is known at which the test passes: the values that it compares are kept.');
    return { kept, guards: [probe], notice };
  }
  const notice = l10n.t(
    'No revision is known at which the test passes, and Whittle cannot tell whether a result depends on your sources.',
  );
  return { kept, guards: [], notice };
}

export function recognisedFor({ job, input: { file, root } }: Preparation, titles: readonly string[]): Recognised {
  const { runner } = job.oracle;
  const all = recognise({ path: file, text: job.input.text, root }, titles);
  const found = runner === undefined ? all[0] : all.find((one) => one.runner === runner);
  if (found) return found;
  throw new OracleError(
    runner === undefined
      ? l10n.t('No test runner was recognised for {0}: reduce it with the command that fails.', job.input.fileName)
      : l10n.t('{0} does not look like a test of {1}: choose another runner.', job.input.fileName, runner),
  );
}

export function commandOf({ command, cwd, runner }: Recognised, { job }: Preparation): OracleCommand {
  const warm = job.oracle.warm !== false && canBeWarm(runner) ? runner : undefined;
  return { invocation: { line: fixedText(command) }, cwd: userPath(cwd), warm };
}

/** The failure of the chosen test, or of the first one that fails, and the command that runs it alone, if that fails as well. */
export async function firstFailure(run: Preparation, found: Recognised) {
  const { job, input, signal } = run;
  const name = job.oracle.titles.length > 0 ? `"${job.oracle.titles.join(' › ')}"` : job.input.fileName;
  return withRuns(input, signal, async (runOnce) => {
    const command = commandOf(found, run);
    const first: FirstRun = await runOnce(command, found.report!);
    const failure = failureIn(first, name);
    if (!failure) {
      if (job.oracle.titles.length === 0) return undefined;
      throw new OracleError(
        l10n.t('{0} cannot be run: its file does not load. Reduce the failure of the file instead.', name),
        first.output,
      );
    }
    const itself = recognisedFor(run, failure.titles);
    if (itself.command === found.command) return { failure, command, ran: first };
    const alone = commandOf(itself, run);
    const ran = await runOnce(alone, found.report!);
    const again = ran.report?.failures[0];
    const isAlone = again && isSameFailure(failure, again);
    return isAlone ? { failure: again, command: alone, ran } : { failure, command, ran: first };
  });
}

interface PropertyParts extends Pick<TextInput, 'kept' | 'guesses'> {
  readonly rule: VerdictRule;
  readonly guards: readonly Guard[];
  readonly notice: string;
}

async function propertyOf(
  run: Preparation,
  found: Recognised,
  early: Early,
  { command, failure }: { readonly command: OracleCommand; readonly failure: TestFailure },
): Promise<PropertyParts> {
  const { job } = run;
  const ruleWith = (anyMessage: boolean) =>
    failureRule(found.report!, failure, { content: run.input.content, fileName: job.input.fileName, anyMessage });
  const sliced = begun(slicedBy(run, failure.frames));
  const versions = await early.versions;
  const rule = (one: FailureRule) => ({ exit: { codes: [0], not: true }, failure: { ...one, versions } });
  const { passing, problems } = await passingGuard(run, early.history, command, rule(ruleWith(true)));
  const { slice, guesses } = await sliced;
  if (passing) {
    const { guard, revision: passesAt } = passing;
    const loose = rule({ ...ruleWith(true), passesAt });
    return { rule: loose, guards: [guard], kept: job.input.kept, guesses, notice: toldOf(passing) };
  }
  const strict = rule(ruleWith(false));
  const kept = await withoutRevision(run, found, command, strict, slice);
  return { rule: strict, guesses, ...kept, notice: toldAfter(problems, kept.notice) };
}

/** What of the test file computes the values of the failure, and guesses at the rest; nothing if the language is not known. */
export async function slicedBy({ job, input }: Preparation, frames: readonly Frame[]) {
  const language = languageOf(input.fileName, job.input.languageId);
  const lines = framesIn(frames, input.fileName).map(({ line }) => line);
  const given = job.input.guesses ?? [];
  if (!language || lines.length === 0) return { slice: [], guesses: given };
  const grammar = await openGrammar(job.assets, language);
  const tree = grammar.tree(job.input.text);
  try {
    const slice = sliceOf(tree, job.input.text, language.id, lines);
    return { slice, guesses: [...given, ...guessesBy(tree, language.id, slice)] };
  } finally {
    tree.delete();
    grammar.dispose();
  }
}
