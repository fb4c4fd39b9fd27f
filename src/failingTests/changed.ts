/** Which of the files that have changed since a revision make a test fail: with one of them as it was, the test passes. And what in it. */
import * as l10n from '@vscode/l10n';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OracleError } from '../oracle/calibration/calibrate';
import { overlay } from '../oracle/places/overlay';
import type { ChangedFile } from '../oracle/places/place';
import { within } from '../oracle/places/roots';
import type { Guard } from '../oracle/property';
import type { Controls } from '../reduction/controls';
import type { Listener } from '../reduction/events/events';
import type { IsolationJob, Job, RuledCommand } from '../reduction/job';
import { reduce } from '../reduction/reduce';
import { decodeAll } from '../text/encoding';
import { allows } from './passing';
import { passingGuardOf, prepared, propertyOf } from './reduceTest';
import { type Repository, type Revision, repositoryOf } from './revision';
import { ruleOf, seeFailure, testRun, type TestJob, type TestRun } from './testRun';

/** A file at a revision. */
export interface FileAt extends Revision {
  readonly text: string;
}

/** Throws `OracleError`. */
export async function fileAt(path: string, at: string, signal: AbortSignal): Promise<FileAt> {
  const repository = await repositoryAround(dirname(path), basename(path), signal);
  const revision = await repository.named(at);
  const bytes = await repository.show(revision, path);
  if (bytes) return { ...revision, text: bytes.toString() };
  throw new OracleError(l10n.t('{0} is not in {1}: choose another commit.', basename(path), revision.name));
}

async function repositoryAround(folder: string, name: string, signal: AbortSignal): Promise<Repository> {
  const repository = await repositoryOf(folder, signal);
  if (repository) return repository;
  throw new OracleError(l10n.t('{0} is not in a git repository: choose a file that passes instead.', name));
}

/** Paths of files, the test file's as the job has it; there is at least one. Throws `OracleError` and `SandboxError`. */
export async function filesThatMatter(job: TestJob, at: string, signal: AbortSignal): Promise<string[]> {
  const run = testRun({ ...job, oracle: { ...job.oracle, warm: false } }, signal);
  const { root, file, content } = run.input;
  const repository = await repositoryOf(root, signal);
  if (!repository) {
    // The workspace is a folder of repositories, or of none.
    const { top } = await repositoryAround(dirname(file), job.input.fileName, signal);
    return filesThatMatter({ ...job, tests: { ...job.tests, root: top } }, at, signal);
  }
  const revision = await repository.named(at);
  const before = await repository.show(revision, file);
  const test = before && !before.equals(content as Buffer) ? before : undefined;
  const sources = await repository.changes(revision, file);
  if (!test && sources.length === 0) {
    throw new OracleError(l10n.t('Nothing differs from {0}: choose a commit at which the test passes.', revision.name));
  }
  const seen = await seeFailure(run);
  const guard = { kind: 'passes', name: '', command: seen.command, rule: ruleOf(run, seen, true) ?? {} } as const;
  /** With other files around the test, or with another text of it. */
  const passes: Passes = (changes, text) => allows({ ...guard, changes }, run, text);
  const alone = test && (await passes([], test)) ? [job.input.file] : [];
  const found = await findIn(sources, passes);
  const paths = [...alone, ...(found ?? []).map(({ path }) => join(job.tests.root ?? root, path))];
  if (paths.length > 0) return paths;
  throw new OracleError(
    found || (test && (await passes(sources, test)))
      ? l10n.t('The test passes only if several files are as in {0}: undo some of the changes first.', revision.name)
      : l10n.t('The test fails at {0} as well: choose a revision at which it passes.', revision.name),
  );
}

type Passes = (changes: readonly ChangedFile[], text?: Uint8Array) => Promise<boolean>;

/** The files that make the test pass by themselves, by halves; those that were not there have no earlier text. Undefined if it fails. */
async function findIn(files: readonly ChangedFile[], passes: Passes): Promise<ChangedFile[] | undefined> {
  if (files.length === 0 || !(await passes(files))) return undefined;
  if (files.length === 1) return files.filter(({ bytes }) => bytes);
  const middle = files.length >> 1;
  const [one = [], other = []] = [
    await findIn(files.slice(0, middle), passes),
    await findIn(files.slice(middle), passes),
  ];
  return [...one, ...other];
}

/** Why a test fails: the small test, and the smallest change since a passing revision that makes it fail. Plain data. */
export interface Why {
  readonly small: string;
  /** How the small test fails: by this command and rule, in this folder of the workspace. */
  readonly fails?: RuledCommand & { readonly folder: string };
  /** What else is known: a condition with whose opposite it passes, or why no change is told. */
  readonly notice?: string;
  readonly change?: Change;
}

interface Change {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  readonly failing: string;
  readonly passing: string;
  /** `HEAD~1 (1a2b3c4)` */
  readonly revision: string;
  /** Of files that must be as they were at the revision, so that the test passes. */
  readonly restored: readonly string[];
}

/** Reduces the test, then isolates the change with the small one. Throws what `reduceAny` throws. */
export async function whyFails(job: TestJob, onEvent: Listener, signal: AbortSignal, controls: Controls): Promise<Why> {
  let ready: Job | undefined;
  const prepare = async (_: unknown, until: AbortSignal) => (ready = await prepared(job, until));
  const { content, finished } = await reduce(job as Job, onEvent, signal, controls, { prepare });
  const small = Buffer.from(content as Uint8Array).toString();
  const { notice } = ready!;
  const { guard, revision } = passingGuardOf(ready!) ?? {};
  if (finished.ending === 'interrupted' || !guard || revision === undefined) return { small, notice };
  const reduced = { ...job, input: { ...job.input, text: small }, oracle: { ...job.oracle, warm: false } };
  const run = testRun(reduced, signal);
  const fails = { ...(await propertyOf(run)), folder: wayIn(run.input.root, run.found.cwd) };
  const [file, ...others] = await lastNeeded(guard, run);
  const restored = [file, ...others].map(({ path }) => path);
  const isolation = isolationOf(run, fails, file, others);
  if (!isolation) {
    return { small, fails, notice: l10n.t('The test passes if {0} is as it was at {1}.', file.path, revision) };
  }
  const pair = await reduce(isolation, onEvent, signal, controls);
  const [failing, passing] = [pair.content, pair.passing].map((one) => Buffer.from(one as Uint8Array).toString());
  return { small, fails, change: { path: file.path, failing, passing, revision, restored } };
}

function wayIn(root: string, path: string): string {
  return within(root, path)!.replaceAll('\\', '/');
}

/** The file with whose earlier text the test begins to pass, and those that must be restored before it, if it is not enough. */
async function lastNeeded(guard: Guard, run: TestRun): Promise<ChangedFile[]> {
  const { changes } = guard;
  let [fails, passes] = [0, changes.length];
  while (passes - fails > 1) {
    const middle = (fails + passes) >> 1;
    if (await allows({ ...guard, changes: changes.slice(0, middle) }, run)) passes = middle;
    else fails = middle;
  }
  const [file, ...others] = changes.slice(0, passes).reverse();
  const isEnough = others.length > 0 && (await allows({ ...guard, changes: [file] }, run));
  return isEnough ? [file] : [file, ...others];
}

/** Undefined if the file was not there, or is not there any more. */
function isolationOf(
  { job, input: { root, file, content } }: TestRun,
  fails: RuledCommand,
  { path, bytes }: ChangedFile,
  others: readonly ChangedFile[],
): IsolationJob | undefined {
  const at = join(root, path);
  if (!bytes || !existsSync(at)) return undefined;
  const { texts, encoding } = decodeAll([readFileSync(at), Buffer.from(bytes)]);
  const test = { path: wayIn(root, file), bytes: content as Uint8Array };
  return {
    ...job,
    search: undefined,
    input: { fileName: basename(at), file: at, text: texts[0], passing: texts[1], encoding },
    oracle: { kind: 'command', commands: [fails] },
    tests: { ...job.tests, root, place: overlay.name, changes: [test, ...others] },
  };
}
