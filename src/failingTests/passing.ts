/** The guard of a failing test: a revision at which it passes, with what the test loads there. */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { OracleError } from '../oracle/calibration/calibrate';
import type { Content } from '../oracle/content';
import type { VerdictRule } from '../oracle/judging/rule';
import { linked } from '../oracle/places/picture';
import type { ChangedFile } from '../oracle/places/place';
import { within } from '../oracle/places/roots';
import { fixedText, userPath, type OracleCommand } from '../oracle/processes/command';
import { type Guard, openGuard } from '../oracle/property';
import { loadedFiles } from './loaded';
import { entryAt, type Laid, repositoryOf, type Repository, type Revision } from './revision';
import { withRuns, type TestRun } from './testRun';

export interface Passing {
  readonly guard: Guard;
  readonly revision: Revision;
  /** The oldest one after it at which it is known to fail. */
  readonly failing?: Revision;
}

export interface Found {
  readonly passing?: Passing;
  /** Why there is none: sentences. */
  readonly problems: readonly string[];
}

/** Looks for the nearest revision at which the test passes. Throws `OracleError` for a revision that was chosen. */
export async function passingGuard(run: TestRun, command: OracleCommand, rule: VerdictRule): Promise<Found> {
  const { job, input, signal } = run;
  const { passesAt } = job.oracle;
  const problems: string[] = [];
  const repository = await repositoryOf(input.root, signal, dirname(input.file));
  if (!repository) {
    if (passesAt === undefined) return { problems: [l10n.t('No revision is known at which the test passes.')] };
    throw new OracleError(
      l10n.t(
        '{0} is not in a git repository: reduce the test without a passing revision (‹passesAt›).',
        job.input.fileName,
      ),
    );
  }
  let hasChanged = false;
  let failing: Revision | undefined;
  const tried = async (revision: Revision): Promise<Passing | undefined> => {
    // A verdict on a revision that cannot be laid out as it was would be one on something else.
    const changes = await changesAt(run, repository, revision).catch((error: Error) => {
      if (passesAt !== undefined) throw error;
      problems.push(error.message);
    });
    if (!changes) return undefined;
    hasChanged ||= changes.length > 0;
    const name = l10n.t('passes at {0}', revision.name);
    const guard: Guard = { kind: 'passes', name, command, rule, changes };
    if (changes.length > 0 && (await allows(guard, run))) return { guard, revision, failing };
    failing = revision;
    return undefined;
  };
  for (const revision of passesAt === undefined ? await repository.revisions() : [await repository.named(passesAt)]) {
    const passing = await tried(revision);
    if (passing) return { passing, problems };
  }
  const passing = passesAt === undefined && problems.length === 0 && (await furtherBack(repository, tried));
  if (passing) return { passing: { ...passing, failing }, problems };
  const mayMiss = hasChanged || repository.top !== input.root;
  const causes = mayMiss ? await causesOf(run, command, repository, hasChanged) : [];
  const none = l10n.t('No revision is known at which the test passes: name one (‹passesAt›).');
  if (passesAt === undefined) return { problems: [...problems, ...causes, none] };
  const fails = l10n.t('The test fails at {0} as well: choose a revision at which it passes (‹passesAt›).', passesAt);
  throw new OracleError([fails, ...causes].join(' '));
}

/** Commits before HEAD~1 that are tried. */
const steps = [3, 10, 30];

/** The nearest commit at which the test passes: in steps that grow, then by halves. */
async function furtherBack(repository: Repository, tried: (revision: Revision) => Promise<Passing | undefined>) {
  const at = async (back: number) => tried(await repository.named(`HEAD~${back}`));
  const all = await repository.before();
  let fails = 1;
  for (const step of steps) {
    let passes = Math.min(step, all);
    if (passes <= fails) return undefined;
    let passing = await at(passes);
    while (passing && passes - fails > 1) {
      const middle = (fails + passes) >> 1;
      const nearer = await at(middle);
      if (nearer) [passing, passes] = [nearer, middle];
      else fails = middle;
    }
    if (passing) return passing;
    fails = passes;
  }
  return undefined;
}

/** Why a revision may make no difference: sentences with the remedy. */
async function causesOf(run: TestRun, command: OracleCommand, repository: Repository, hasChanged: boolean) {
  const { inside, outside } = await loadedFiles(run, command);
  const away = outside.find((path) => within(repository.top, path) !== undefined);
  const [built] = hasChanged && run.job.oracle.build === undefined ? await repository.ignored(inside) : [];
  return [
    away &&
      l10n.t(
        'The test loads {0}, which is not in {1}, so it is the same at each revision: choose a larger folder (‹root›).',
        ...[away, run.input.root],
      ),
    built &&
      l10n.t('The test loads {0}, which git ignores, so it is the same at each revision: build it (‹build›).', built),
  ].filter((cause) => cause !== undefined);
}

/** The other files at the revision, and what the build makes of them. Throws `OracleError`. */
async function changesAt(run: TestRun, repository: Repository, revision: Revision): Promise<ChangedFile[]> {
  const { root, file, timeoutMs } = run.input;
  const { build } = run.job.oracle;
  const changes = await repository.changes(revision, file);
  if (build === undefined || changes.length === 0) return changes;
  const input = { ...run.input, changes, timeoutMs: buildTimes * timeoutMs };
  return withRuns({ ...run, input }, async (runOnce, runRoot) => {
    const { status, output } = await runOnce({ invocation: { line: fixedText(build) }, cwd: userPath(run.found.cwd) });
    if (status !== 0)
      throw new OracleError(l10n.t('{0} fails at {1}: choose another revision.', build, revision.name), output);
    const before = new Map(changes.map(({ path, bytes }) => [path, bytes]));
    const made = filesIn(join(runRoot, 'overlay-1', basename(root) || 'root')).filter(({ path, bytes }) => {
      const known = before.has(path) ? before.get(path) : entryAt(root, path)?.bytes;
      return join(root, path) !== file && !(known && Buffer.from(bytes).equals(known));
    });
    return [...changes, ...made];
  });
}

/** A build may take that many times as long as a test. */
const buildTimes = 5;

/** Not those of repositories, installed packages and links. */
function filesIn(root: string, way = ''): Laid[] {
  return readdirSync(join(root, way), { withFileTypes: true }).flatMap((child) => {
    const path = way === '' ? child.name : `${way}/${child.name}`;
    if (child.isDirectory() && child.name !== '.git' && !linked.has(child.name)) return filesIn(root, path);
    return child.isFile() ? (entryAt(root, path) ?? []) : [];
  });
}

export async function allows(
  guard: Guard,
  { input, signal }: TestRun,
  content: Content = input.content,
): Promise<boolean> {
  const open = await openGuard(guard, input);
  try {
    return (await open.part.test(content, input.timeoutMs, signal)).verdict === 'holds';
  } finally {
    open.tester.dispose();
  }
}
