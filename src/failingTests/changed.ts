/** Which of the files that have changed since a revision make a test fail: with one of them as it was, the test passes. */
import * as l10n from '@vscode/l10n';
import { basename, dirname, join } from 'node:path';
import { OracleError } from '../oracle/calibration/calibrate';
import type { ChangedFile } from '../oracle/places/place';
import { allows } from './passing';
import { type Repository, type Revision, repositoryOf } from './revision';
import { ruleOf, seeFailure, testRun, type TestJob } from './testRun';

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
