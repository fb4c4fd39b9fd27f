/** The guards of a failing test: a revision at which it passes, or else sources that throw. */
import * as l10n from '@vscode/l10n';
import { OracleError } from '../oracle/calibration/calibrate';
import type { Content } from '../oracle/content';
import { openGuard, type Guard } from '../oracle/guards';
import { isSameFailure } from '../oracle/judging/failureRule';
import { type VerdictRule, isSlow, judgeOf } from '../oracle/judging/rule';
import type { OracleCommand } from '../oracle/processes/command';
import type { Recognised } from '../runners/recognise';
import { withRuns, type FirstRun } from './firstRun';
import { probeFor } from './probing';
import { repositoryOf, type Repository, type Revision } from './revision';
import { sourcesFor } from './sources';
import type { Preparation } from './testJob';

/** A repository, and where in it the test may pass. */
interface History {
  readonly repository: Repository;
  readonly revisions: readonly Revision[];
}

/** Undefined without a repository. Throws `OracleError` and `RevisionError` for a revision that was chosen. */
export async function historyOf({ job, input, signal }: Preparation): Promise<History | undefined> {
  const { passesAt } = job.oracle;
  const repository = await repositoryOf(input.root, signal);
  if (repository) {
    const revisions = passesAt === undefined ? await repository.revisions() : [await repository.named(passesAt)];
    return { repository, revisions };
  }
  if (passesAt === undefined) return undefined;
  throw new OracleError(
    l10n.t('{0} is not in a git repository: reduce the test without a passing revision.', job.input.fileName),
  );
}

/** The nearest revision at which the test passes, and why others could not be tried. Throws what `historyOf` throws. */
export async function passingGuard(
  run: Preparation,
  history: Promise<History | undefined>,
  command: OracleCommand,
  rule: VerdictRule,
): Promise<{ passing?: { guard: Guard; revision: string }; problems: readonly string[] }> {
  const { job, input } = run;
  const { passesAt } = job.oracle;
  const known = await history;
  const problems: string[] = [];
  if (!known) return { problems };
  const { repository, revisions } = known;
  for (const revision of revisions) {
    // A verdict on a revision that cannot be laid out as it was would be one on something else.
    const changes = await repository.changes(revision, input.file).catch((error: Error) => {
      if (passesAt !== undefined) throw error;
      problems.push(error.message);
      return [];
    });
    const name = l10n.t('passes at {0}', revision.name);
    const guard: Guard = { kind: 'passes', name, command, rule, changes };
    if (changes.length > 0 && (await allows(guard, run)))
      return { passing: { guard, revision: revision.name }, problems };
  }
  if (passesAt === undefined) return { problems };
  throw new OracleError(l10n.t('The test fails at {0} as well: choose a revision at which it passes.', passesAt));
}

export async function allows(
  guard: Guard,
  { input, signal }: Preparation,
  content: Content = input.content,
): Promise<boolean> {
  const open = await openGuard(guard, input);
  try {
    return (await open.allows(content, input.timeoutMs, signal)).allowed;
  } finally {
    open.tester.dispose();
  }
}

/** Undefined if the test does not come to depend on the sources, or nothing is known of their language. */
export async function probeGuard(
  run: Preparation,
  found: Recognised,
  command: OracleCommand,
  rule: VerdictRule,
): Promise<Guard | undefined> {
  const { job, input, signal } = run;
  const guard = { kind: 'differs' as const, name: l10n.t('depends on the sources'), command, rule };
  const sources = sourcesFor(input.file, input.root, found.cwd);
  const changes = await probeFor(sources, job.assets, async (given) => {
    return withRuns({ ...input, changes: given }, signal, async (runOnce) => {
      const ran = await runOnce(command, found.report);
      return { isOther: isOther(ran, rule), output: ran.said.stdout + ran.said.stderr };
    });
  });
  return changes && { ...guard, changes };
}

/** The test fails, and in another way. */
function isOther({ report, status, said, timedOut }: FirstRun, rule: VerdictRule): boolean {
  const { failure } = rule;
  if (!failure) {
    const verdict = judgeOf(rule)(status, said);
    return !timedOut && status !== 0 && verdict !== 'holds' && !isSlow(verdict);
  }
  const failures = report?.failures ?? [];
  return (
    failures.some(({ test }) => test.includes(failure.test)) && !failures.some((one) => isSameFailure(one, failure))
  );
}
