/** The guards of a failing test: a revision at which it passes, or else sources that throw. */
import * as l10n from '@vscode/l10n';
import { OracleError } from '../oracle/calibration/calibrate';
import type { Content } from '../oracle/content';
import { openGuard, type Guard } from '../oracle/guards';
import { isSameFailure } from '../oracle/judging/failureRule';
import { type VerdictRule, isSlow, judgeOf } from '../oracle/judging/rule';
import type { OracleCommand } from '../oracle/processes/command';
import type { Ran } from '../oracle/tester';
import { probeFor } from './probe';
import { repositoryOf, type Repository, type Revision } from './revision';
import { reportOf, withRuns, type TestRun } from './testRun';

/** A repository, and where in it the test may pass. */
interface History {
  readonly repository: Repository;
  readonly revisions: readonly Revision[];
}

/** Undefined without a repository. Throws `OracleError` for a revision that was chosen. */
export async function historyOf({ job, input, signal }: TestRun): Promise<History | undefined> {
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

/** The nearest revision at which the test passes, and why others could not be tried. Throws as `historyOf` does. */
export async function passingGuard(
  run: TestRun,
  history: Promise<History | undefined>,
  command: OracleCommand,
  rule: VerdictRule,
): Promise<{ passing?: { guard: Guard; revision: string }; problems: readonly string[] }> {
  const { passesAt } = run.job.oracle;
  const problems: string[] = [];
  const { repository, revisions = [] } = (await history) ?? {};
  for (const revision of revisions) {
    // A verdict on a revision that cannot be laid out as it was would be one on something else.
    const changes = await repository!.changes(revision, run.input.file).catch((error: Error) => {
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
  { input, signal }: TestRun,
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
export async function probeGuard(run: TestRun, command: OracleCommand, rule: VerdictRule): Promise<Guard | undefined> {
  const changes = await probeFor(run, async (given) => {
    const ran = await withRuns({ ...run, input: { ...run.input, changes: given } }, (runOnce) => runOnce(command));
    return { isOther: isOther(run, ran, rule), output: ran.said.stdout + ran.said.stderr };
  });
  return changes && { kind: 'differs', name: l10n.t('depends on the sources'), command, rule, changes };
}

/** The test fails, and in another way. */
function isOther(run: TestRun, ran: Ran, rule: VerdictRule): boolean {
  const { failure } = rule;
  if (!failure) {
    const verdict = judgeOf(rule)(ran.status, ran.said);
    return !ran.timedOut && ran.status !== 0 && verdict !== 'holds' && !isSlow(verdict);
  }
  const failures = reportOf(run, ran)?.failures ?? [];
  return (
    failures.some(({ test }) => test.includes(failure.test)) && !failures.some((one) => isSameFailure(one, failure))
  );
}
