/**
 * Reduces a failing test: runs it once, then its file. By what is told that a candidate fails for the same reason? By a revision at
 * which the test passes, if git knows one; else by the slice of the failure, the whole message, and sources that throw.
 */
import * as l10n from '@vscode/l10n';
import type { Guard } from '../oracle/property';
import type { VerdictRule } from '../oracle/judging/rule';
import { inPlace } from '../oracle/places/inPlace/inPlace';
import { firstStack, framesOf } from '../oracle/reports/report';
import type { Job, TextInput } from '../reduction/job';
import { reduce } from '../reduction/reduce';
import { defaultSearch } from '../reduction/searches/searchValue';
import { tellingFailure } from '../reduction/session';
import { versionsOf } from '../runners/versions';
import { openGrammar } from '../syntax/grammar';
import { languageOf } from '../syntax/languages';
import { passingGuard } from './revision';
import { slicedBy } from './guesses';
import { probeGuard } from './probe';
import { isTestJob, placeOf, ruleOf, seeFailure, testRun, type Seen, type TestJob, type TestRun } from './testRun';

/** The usual search for tests: the result is one that a person would write. */
export const testSearch = `${defaultSearch}+until=statements`;

type Rest = Parameters<typeof reduce> extends [unknown, ...infer Others] ? Others : never;

/** Any job, as `reduce`. Throws `SandboxError` as well, after a `failed` event. */
export async function reduceAny(job: Job, ...rest: Rest): ReturnType<typeof reduce> {
  const [onEvent, signal] = rest;
  return reduce(isTestJob(job) ? await tellingFailure(onEvent, () => prepared(job, signal)) : job, ...rest);
}

/** The job with a command, rule and guards. Throws `OracleError` (the test passes, is not found, does not end) and `SandboxError`. */
async function prepared(job: TestJob, signal: AbortSignal): Promise<Job> {
  const run = testRun(job, signal);
  const { command: line, cwd, failed } = run.found;
  const language = languageOf(job.input.fileName, job.input.languageId);
  const [seen, versions] = await Promise.all([
    seeFailure(run),
    versionsOf(line, cwd, signal),
    // A language stays loaded.
    language && openGrammar(job.assets, language).then((grammar) => grammar.dispose()),
  ]);
  const { rule, guards, notice = job.notice, ...parts } = await partsOf(run, seen, versions);
  const { search = defaultSearch, input, tests } = job;
  const place = placeOf(run);
  const oracle = seen.failure
    ? { commands: [{ command: seen.command, rule }], earlier: place.place === inPlace.name ? undefined : seen.ran }
    : {
        commands: [{ command: seen.command, rule: 'same-failure' as const }],
        landmarks: failed === undefined ? [] : [{ pattern: failed }],
      };
  return {
    ...job,
    notice,
    search: search === defaultSearch ? testSearch : search,
    input: { ...input, ...parts },
    tests: { ...tests, ...place },
    oracle: { kind: 'command', guards, ...oracle },
  };
}

interface Parts extends Pick<TextInput, 'kept' | 'guesses'> {
  readonly rule?: VerdictRule;
  readonly guards?: readonly Guard[];
  readonly notice?: string;
}

async function partsOf(run: TestRun, seen: Seen, versions: readonly string[]): Promise<Parts> {
  const { failure, ran, command } = seen;
  const [loose, strict] = [true, false].map((anyMessage) => ruleOf(run, seen, anyMessage));
  if (!loose || !strict) return {};
  const told = (rule: VerdictRule, passesAt?: string) =>
    rule.failure ? { ...rule, failure: { ...rule.failure, versions, passesAt } } : rule;
  const { passing, problems } = await passingGuard(run, command, loose);
  const { stdout, stderr } = ran.said;
  const frames = failure?.frames ?? framesOf(firstStack(stderr) || firstStack(stdout));
  const { slice, guesses } = await slicedBy(run.job, frames);
  if (passing) {
    const { guard, revision } = passing;
    return { rule: told(loose, revision), guards: [guard], guesses, notice: l10n.t('The test {0}.', guard.name) };
  }
  // The slice stays, and the sources matter, if that can be found out.
  const probe = await probeGuard(run, command, strict);
  const unknown = probe
    ? l10n.t('No revision is known at which the test passes: the values that it compares are kept.')
    : l10n.t(
        'No revision is known at which the test passes, and Whittle cannot tell whether a result depends on your sources.',
      );
  return {
    ...{ rule: told(strict), guards: probe ? [probe] : [], guesses },
    kept: [...(run.job.input.kept ?? []), ...slice],
    notice: [...new Set([...problems, unknown])].join(' '),
  };
}
