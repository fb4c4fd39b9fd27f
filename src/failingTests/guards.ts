/** The guard of a failing test: a revision at which it passes. */
import * as l10n from '@vscode/l10n';
import { OracleError } from '../oracle/calibration/calibrate';
import type { Content } from '../oracle/content';
import { openGuard, type Guard } from '../oracle/guards';
import type { VerdictRule } from '../oracle/judging/rule';
import type { OracleCommand } from '../oracle/processes/command';
import { repositoryOf } from './revision';
import type { TestRun } from './testRun';

interface Found {
  readonly passing?: { readonly guard: Guard; readonly revision: string };
  /** Why revisions could not be tried. */
  readonly problems: readonly string[];
}

/** Looks for the nearest revision at which the test passes. Throws `OracleError` for a revision that was chosen. */
export async function passingGuard(run: TestRun, command: OracleCommand, rule: VerdictRule): Promise<Found> {
  const { job, input, signal } = run;
  const { passesAt } = job.oracle;
  const problems: string[] = [];
  const repository = await repositoryOf(input.root, signal);
  if (!repository) {
    if (passesAt === undefined) return { problems };
    throw new OracleError(
      l10n.t('{0} is not in a git repository: reduce the test without a passing revision.', job.input.fileName),
    );
  }
  for (const revision of passesAt === undefined ? await repository.revisions() : [await repository.named(passesAt)]) {
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
