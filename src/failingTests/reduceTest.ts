/**
 * Reduces a failing test, or isolates a difference with it: runs it once, then its file. By what is told that a candidate fails for
 * the same reason? By a revision at which the test passes, if git knows one; else by the slice of the failure, the whole message, and
 * sources that throw.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { isSameFailure } from '../oracle/judging/failureRule';
import type { VerdictRule } from '../oracle/judging/rule';
import { inPlace } from '../oracle/places/inPlace/inPlace';
import type { OracleCommand } from '../oracle/processes/command';
import { overlay } from '../oracle/places/overlay';
import { realPath, wayIn } from '../oracle/places/roots';
import type { Guard } from '../oracle/property';
import { firstStack, framesOf } from '../oracle/reports/report';
import {
  type IsolationJob,
  type Job,
  type PairInput,
  type RuledCommand,
  type TextInput,
  type Testing,
  isolates,
} from '../reduction/job';
import { defaultSearch } from '../reduction/searches/searchValue';
import { versionsOf } from '../runners/programs';
import { namesIn } from '../runners/testFile';
import { openGrammar } from '../syntax/grammar';
import { languageOf } from '../syntax/languages';
import { decode, encode } from '../text/encoding';
import type { Range } from '../text/ranges';
import { slicedBy } from './guesses';
import { compilingGuard, formattingPass } from './projectTools';
import { type Judges, judgesFor } from './judges';
import { probeGuard } from './probe';
import { type Found, passingGuard } from './passing';
import { type Seen, type TestJob, type TestRun, isTestJob, ruleOf, seeFailure, testRun } from './testRun';

/** The usual search for tests: the result is one that a person would write. */
export const testSearch = `${defaultSearch}+until=statements`;

/** Of users who choose no search, only its effort. */
const usualSearch = new RegExp(`^${defaultSearch}(\\+effort=\\w+)?$`);

/** For `reduce`. Throws `OracleError` and `SandboxError`. */
export async function prepare(job: Job | IsolationJob, signal: AbortSignal): Promise<Job | IsolationJob> {
  if (!isTestJob(job)) return job;
  return isolates(job) ? preparedPair(job, signal) : prepared(job, signal);
}

/** The job with a command, rule and guards. Throws `OracleError` (the test passes, is not found, does not end) and `SandboxError`. */
export async function prepared(job: TestJob, signal: AbortSignal): Promise<Job> {
  const given = testRun(job, signal);
  const { command: line, cwd } = given.found;
  const language = languageOf(job.input.fileName, job.input.languageId);
  const [{ run, seen }, formatter, versions] = await Promise.all([
    settle(given),
    formattingPass(given, signal),
    versionsOf(line, cwd, signal),
    // A language stays loaded.
    language && openGrammar(job.assets, language).then((grammar) => grammar.dispose()),
  ]);
  const {
    rule,
    guards = [],
    notice = job.notice,
    doubt,
    command = seen.command,
    until = 'statements',
    ...parts
  } = await partsOf(run, seen, versions);
  const compiling = guards.length > 0 ? await compilingGuard(run, command) : undefined;
  const { search = defaultSearch, input, tests } = job;
  const place = placeOf(run);
  const oracle = seen.failure
    ? { commands: [{ command, rule }], earlier: place.place === inPlace.name ? undefined : seen.ran }
    : { commands: [{ command, rule: 'same-failure' as const }] };
  return {
    ...job,
    ...{ notice, doubt },
    search: search.replace(usualSearch, `${defaultSearch}+until=${until}$1`),
    input: { ...input, ...parts },
    ...(formatter && { passes: [...(job.passes ?? []), formatter] }),
    tests: { ...tests, ...place, changes: run.input.changes },
    oracle: { kind: 'command', guards: compiling ? [...guards, compiling] : guards, ...oracle },
  };
}

interface Settled {
  readonly run: TestRun;
  readonly seen: Seen;
}

/** Runs the test; other tests that are compiled with it are left out from then on if it fails so without them. Throws as `seeFailure`. */
export async function settle(run: TestRun): Promise<Settled> {
  const first = { run, seen: await seeFailure(run) };
  const { root, file } = run.input;
  const { beside } = run.found;
  if (!first.seen.failure || !beside || run.job.tests.place === inPlace.name) return first;
  const others = namesIn(dirname(file), beside).filter((name) => name !== basename(file));
  return withoutFiles(
    first,
    others.map((name) => wayIn(root, join(dirname(file), name))!),
  );
}

/** All of them at once, or else those of each half. */
async function withoutFiles(settled: Settled, paths: readonly string[]): Promise<Settled> {
  const { run, seen } = settled;
  if (paths.length === 0) return settled;
  const changes = [...(run.input.changes ?? []), ...paths.map((path) => ({ path }))];
  const less = { ...run, input: { ...run.input, changes } };
  const again = await seeFailure(less).catch(() => undefined);
  if (again?.failure && isSameFailure(seen.failure!, again.failure)) return { run: less, seen: again };
  const half = paths.length >> 1;
  return half === 0 ? settled : withoutFiles(await withoutFiles(settled, paths.slice(0, half)), paths.slice(half));
}

/** Tests run in the workspace, or in a copy of it. */
function placeOf({ job, input: { root } }: TestRun): Pick<Testing, 'place' | 'root'> {
  return { place: job.tests.place === inPlace.name ? inPlace.name : overlay.name, root };
}

interface Parts extends Pick<TextInput, 'kept' | 'guesses'> {
  readonly command?: OracleCommand;
  readonly rule?: VerdictRule;
  readonly guards?: readonly Guard[];
  readonly notice?: string;
  readonly doubt?: string;
  readonly until?: 'calls';
}

async function partsOf(run: TestRun, first: Seen, versions: readonly string[]): Promise<Parts> {
  const [loose, strict] = [true, false].map((anyMessage) => ruleOf(run, first, anyMessage));
  if (!loose || !strict) return {};
  const told = (rule: VerdictRule, passesAt?: string) =>
    rule.failure ? { ...rule, failure: { ...rule.failure, versions, passesAt } } : rule;
  const { seen, passing, problems } = await passingFor(run, first, loose);
  const { failure, ran, command } = seen;
  const { stdout, stderr } = ran.said;
  const frames = failure?.frames ?? framesOf(firstStack(stderr) || firstStack(stdout));
  const { slice, guesses } = await slicedBy(run.job, frames);
  const alone = [
    ...(seen.passesAlone
      ? [l10n.t('The test passes alone: those of the tests before it that make it fail are kept.')]
      : []),
    ...(run.input.changes ? [l10n.t('Test files of its package that it does not need are left out.')] : []),
  ];
  if (passing) {
    const { guard, revision } = passing;
    const notice = [...alone, l10n.t('The test {0}.', guard.name)].join(' ');
    return { command, rule: told(loose, revision.name), guards: [guard], guesses, notice };
  }
  const judges = await judgesFor(run, seen, strict);
  const until = 'calls' as const;
  const known = [...new Set([...alone, ...problems, ...(judges ? [judges.told] : [])])];
  const given = run.job.input.kept ?? [];
  if (judges?.areSure)
    return { until, rule: told(strict), ...underJudges(judges, guesses, given), notice: known.join(' ') };
  // The slice stays, and the sources matter, if that can be found out.
  const probe = judges ? undefined : await probeGuard(run, command, strict);
  const doubt = judges
    ? undefined
    : l10n.t(
        'The result may be about another reason: no change of a condition in your sources lets the test pass. Compare it with the original test, or choose a revision at which the test passes (‹passesAt›).',
      );
  return {
    ...{ until, rule: told(strict), guards: judges?.guards ?? (probe ? [probe] : []), guesses, doubt },
    kept: [...given, ...slice],
    notice: [...known, l10n.t('The values that it compares are kept.')].join(' '),
  };
}

/** What has no judge stays, and no guess begins without it. */
function underJudges({ guards, silent }: Judges, guesses: readonly (readonly Range[])[], given: readonly Range[]) {
  const isFree = (cut: Range) => !silent.some(({ start, end }) => start < cut.end && cut.start < end);
  return { guards, guesses: guesses.map((cuts) => cuts.filter(isFree)), kept: [...given, ...silent] };
}

/** If another row of the test fails at each revision, the one that was seen runs alone. */
export async function passingFor(
  run: TestRun,
  seen: Seen,
  rule: VerdictRule,
): Promise<Found & { readonly seen: Seen }> {
  const found = await passingGuard(run, seen.command, rule).catch((error: Error): Found => {
    if (!seen.row) throw error;
    return { problems: [] };
  });
  if (found.passing || !seen.row) return { ...found, seen };
  const alone = await passingGuard(run, seen.row, rule);
  return alone.passing ? { ...alone, seen: { ...seen, command: seen.row, row: undefined } } : { ...found, seen };
}

/** The test file differs, or a source that the test loads. */
async function preparedPair(job: TestJob<PairInput>, signal: AbortSignal): Promise<IsolationJob> {
  const run = openRun({ ...job, oracle: { ...job.oracle, warm: false } }, signal);
  const oracle = { kind: 'command', commands: [propertyOf(run, await seeFailure(run))] } as const;
  return { ...job, oracle, tests: { ...job.tests, ...placeOf(run) } };
}

/** The test file as it is on disk, unless it is the input; then the input goes where it lies. */
function openRun(job: TestJob, signal: AbortSignal): TestRun {
  const { file } = job.oracle;
  if (file === undefined) return testRun(job, signal);
  const run = testRun({ ...job, input: { file, fileName: basename(file), ...decode(readFileSync(file)) } }, signal);
  const path = wayIn(run.input.root, realPath(job.input.file));
  const changes = path === undefined ? [] : [{ path, bytes: encode(job.input.text, job.input.encoding) }];
  return { ...run, input: { ...run.input, changes } };
}

/** A candidate fails in the same test with the same kind of error, or it passes: another failure is no verdict. */
export function propertyOf(run: TestRun, seen: Seen, anyMessage = true): RuledCommand {
  const rule = ruleOf(run, seen, anyMessage);
  const failure = rule?.failure && { ...rule.failure, anyLines: true };
  return {
    command: seen.command,
    rule: failure ? { ...rule, failure, otherwise: 'unresolved' } : (rule ?? 'same-failure'),
  };
}
