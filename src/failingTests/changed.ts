/** Why a test fails: the change since a revision at which it passes. */
import * as l10n from '@vscode/l10n';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { OracleError } from '../oracle/calibration/calibrate';
import { overlay } from '../oracle/places/overlay';
import { isSameFailure, withoutRow } from '../oracle/judging/failureRule';
import type { VerdictRule } from '../oracle/judging/rule';
import type { ChangedFile } from '../oracle/places/place';
import { wayIn } from '../oracle/places/roots';
import type { Guard } from '../oracle/property';
import { described, type OracleCommand } from '../oracle/processes/command';
import type { IsolationJob, RuledCommand } from '../reduction/job';
import { decodeAll } from '../text/encoding';
import { allows, type Passing } from './passing';
import { passingFor, propertyOf, settle } from './reduceTest';
import { entryAt, type Repository, type Revision, repositoryOf } from './revision';
import { ruleOf, runnerFor, seeFailure, testRun, type Seen, type TestJob, type TestRun } from './testRun';

export interface FileAt extends Revision {
  readonly text: string;
}

/** Throws `OracleError`. */
export async function fileAt(path: string, at: string, signal: AbortSignal): Promise<FileAt> {
  const repository = await repositoryOf(dirname(path), signal);
  const name = basename(path);
  if (!repository)
    throw new OracleError(l10n.t('{0} is not in a git repository: choose a file that passes instead.', name));
  const revision = await repository.named(at);
  const bytes = await repository.show(revision, path);
  if (bytes) return { ...revision, text: bytes.toString() };
  throw new OracleError(l10n.t('{0} is not in {1}: choose another commit.', name, revision.name));
}

/** Why a small test fails. Plain data. */
export interface Why {
  /** By this command and rule, in this folder of the workspace; `line`: as a person types it. */
  readonly fails: RuledCommand & { readonly folder: string; readonly line: string };
  /** Unset if no revision is known at which it passes. */
  readonly change?: Change;
}

export interface Change {
  /** Of the file: relative to the workspace, with `/`. */
  readonly path: string;
  /** At the revision, in the repository, if it had another one. */
  readonly earlierPath?: string;
  /** `HEAD~1 (1a2b3c4)` */
  readonly revision: string;
  /** Those that have changed the file since, the newest first, as `1a2b3c4 cart: round up`; empty if it is not committed. */
  readonly commits: readonly string[];
  /** The folder of the repository, in the workspace; '' if it is the workspace, or has it. */
  readonly repository: string;
  /** Files in it that must be as they were at the revision, so that the test passes. */
  readonly restored: readonly string[];
  /** Finds the part of the change that matters; unset if the file was not there, or is not there any more. */
  readonly isolation?: IsolationJob;
  /** The revision whose lines are around that part, `HEAD~1 (1a2b3c4)`; unset: those of now. */
  readonly around?: string;
}

/** `small`: the test, reduced from that of the job. Throws `OracleError` and `SandboxError`. */
export async function whyFails(given: TestJob, small: string, signal: AbortSignal): Promise<Why> {
  const job = { ...given, journal: undefined, oracle: { ...given.oracle, warm: false } };
  const own = testRun(job, signal);
  // With fewer rows the one that fails has another number.
  const titles = withoutRow(job.oracle.titles, own.found.runner);
  const reduced = { ...job, input: { ...job.input, text: small }, oracle: { ...job.oracle, titles } };
  const { run, seen: first } = await settle(testRun(reduced, signal));
  const rule = ruleOf(run, first, true);
  const { seen, passing } = rule ? await passingFor(run, first, rule) : { seen: first };
  const command = described(seen.command);
  const found = [seen.failure?.titles ?? [], titles, []].map((its) => runnerFor(run.job, run.input, its));
  const line = found.find((one) => one.command === command)?.plain ?? command;
  const fails = { ...propertyOf(run, seen, false), folder: wayIn(run.input.root, run.found.cwd)!, line };
  const repository = await repositoryOf(run.input.root, signal, dirname(run.input.file));
  if (!repository || !rule) return { fails };
  const change = passing
    ? await changeIn(passing, run, seen, repository)
    : await ownChange(own, repository, seen.command, rule);
  const folder = wayIn(run.input.root, repository.top) ?? '';
  const inRepository = (path: string) => (folder === '' ? path : path.slice(folder.length + 1));
  if (!change) return { fails };
  const { path, revision, failing, isolation, around } = change;
  const earlierPath = change.earlierPath && inRepository(change.earlierPath);
  const commits = await repository.commits(join(run.input.root, path), revision, failing);
  const restored = change.restored.map(inRepository);
  const told = { path, earlierPath, revision: revision.name, commits, around };
  return { fails, change: { ...told, repository: folder, restored, isolation } };
}

type Found = Pick<Change, 'path' | 'earlierPath' | 'restored' | 'isolation' | 'around'> &
  Pick<Passing, 'revision' | 'failing'>;

/** A line that is a mixture of both would stand in no revision. */
const unit = 'lines';

async function changeIn(passing: Passing, run: TestRun, seen: Seen, repository: Repository): Promise<Found> {
  const { guard, revision, failing } = passing;
  const renamed = renamedIn(guard.changes, run.input.root);
  const isRenamed = renamed.length > 0 && (await allows({ ...guard, changes: renamed }, run));
  const alone = isRenamed ? await lastNeeded({ ...guard, changes: renamed }, run) : [];
  const [file, ...others] = alone.length === 1 ? alone : await lastNeeded(guard, run);
  const restored = [file, ...others].map(({ path }) => path);
  const then = others.length > 0 && (await changeThen(passing, run, seen, repository));
  if (then) return { ...then, revision, failing, restored };
  // With other files restored it says something else; that of a flaky one may differ from run to run.
  const fails = propertyOf(run, seen, others.length > 0 || (await saysOther(run, seen)));
  const earlierPath = renamed.find((one) => one === file)?.earlierPath;
  return {
    path: file.path,
    earlierPath,
    revision,
    failing,
    restored,
    isolation: isolationOf(run, fails, file, others),
  };
}

/** What other commits have changed since is as it was when the test began to fail, if it failed in the same way then. */
async function changeThen(
  { guard, failing }: Passing,
  run: TestRun,
  now: Seen,
  repository: Repository,
): Promise<Pick<Found, 'path' | 'isolation' | 'around'> | undefined> {
  const { root, file, changes: own = [] } = run.input;
  if (!failing) return undefined;
  const later = await repository.changes(failing, file);
  const there = { ...run, input: { ...run.input, changes: [...later, ...own] } };
  const seen = await seeFailure(there).catch(() => undefined);
  if (!seen?.failure || !now.failure || !isSameFailure(seen.failure, now.failure)) return undefined;
  const [before, after] = [guard.changes, later].map((changes) => {
    const known = new Map(changes.map((one) => [one.path, one]));
    return (path: string): ChangedFile => known.get(path) ?? entryAt(root, path) ?? { path };
  });
  const paths = new Set([...later, ...guard.changes].map(({ path }) => path));
  const changes = [...paths].map(before).filter((one) => !isDeepStrictEqual(bytesOf(one), bytesOf(after(one.path))));
  const [one, ...others] = changes.length > 0 ? await lastNeeded({ ...guard, changes }, run, later) : [];
  if (!one) return undefined;
  const around = [...later.filter(({ path }) => path !== one.path), ...others];
  const isolation = isolationOf(run, propertyOf(there, seen, others.length > 0), one, around, bytesOf(after(one.path)));
  return { path: one.path, isolation, around: failing.name };
}

const bytesOf = ({ bytes }: ChangedFile) => bytes && Buffer.from(bytes);

async function saysOther(run: TestRun, seen: Seen): Promise<boolean> {
  const again = await seeFailure(run).catch(() => undefined);
  return !isDeepStrictEqual(again && ruleOf(run, again, false), ruleOf(run, seen, false));
}

/** Files that are not as they were, nor where: under their names of now, with their earlier texts. */
function renamedIn(changes: readonly ChangedFile[], root: string): (ChangedFile & { readonly earlierPath: string })[] {
  const isHere = ({ path }: ChangedFile) => existsSync(join(root, path));
  const gone = changes.filter((one) => one.bytes && !isHere(one));
  return changes.flatMap(({ path, bytes }) => {
    if (bytes || !isHere({ path })) return [];
    const lines = new Set(readFileSync(join(root, path), 'utf8').split('\n'));
    const earlier = gone.find((one) => {
      const all = Buffer.from(one.bytes!).toString().split('\n');
      return extname(one.path) === extname(path) && all.filter((line) => lines.has(line)).length > all.length / 2;
    });
    return earlier ? [{ ...earlier, path, earlierPath: earlier.path }] : [];
  });
}

/** The test itself was another one. */
async function ownChange(
  run: TestRun,
  repository: Repository,
  command: OracleCommand,
  rule: VerdictRule,
): Promise<Found | undefined> {
  const { job, input } = run;
  const { root, file, content } = input;
  for (const revision of await repository.revisions()) {
    const before = await repository.show(revision, file);
    if (!before || before.equals(content as Buffer)) continue;
    if (!(await allows({ kind: 'passes', name: '', command, rule, changes: [] }, run, before))) continue;
    const path = wayIn(root, file)!;
    const isolation = { ...job, input: { ...job.input, passing: before.toString(), unit } };
    return { path, revision, restored: [path], isolation };
  }
  return undefined;
}

/** The file with whose earlier text the test begins to pass, and those that must be restored before it, if it is not enough. `later`: of all files. */
async function lastNeeded(guard: Guard, run: TestRun, later: readonly ChangedFile[] = []): Promise<ChangedFile[]> {
  const { changes } = guard;
  const isEnoughOf = (some: readonly ChangedFile[]) => allows({ ...guard, changes: [...later, ...some] }, run);
  let [fails, passes] = [0, changes.length];
  while (passes - fails > 1) {
    const middle = (fails + passes) >> 1;
    if (await isEnoughOf(changes.slice(0, middle))) passes = middle;
    else fails = middle;
  }
  const [file, ...others] = changes.slice(0, passes).reverse();
  const isEnough = others.length > 0 && (await isEnoughOf([file]));
  return isEnough ? [file] : [file, ...others];
}

/** Undefined if the file was not there, or is not there any more. */
function isolationOf(
  { job, input: { root, file, content, changes = [] } }: TestRun,
  fails: RuledCommand,
  { path, bytes }: ChangedFile,
  others: readonly ChangedFile[],
  failing = bytesOf(entryAt(root, path) ?? { path }),
): IsolationJob | undefined {
  const at = join(root, path);
  if (!bytes || !failing) return undefined;
  const { texts, encoding } = decodeAll([failing, Buffer.from(bytes)]);
  const test = { path: wayIn(root, file)!, bytes: content as Uint8Array };
  return {
    ...job,
    search: undefined,
    input: { fileName: basename(at), file: at, text: texts[0], passing: texts[1], encoding, unit },
    oracle: { kind: 'command', commands: [fails] },
    tests: { ...job.tests, root, place: overlay.name, changes: [test, ...others, ...changes] },
  };
}
