/** A placement: it gives each candidate a place, from which its test runs. */
import * as l10n from '@vscode/l10n';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { isFileSet, type Content } from '../content';
import { traits } from '../platform/traits';
import type { Paths } from '../processes/command';
import { realPath, within } from './roots';

export interface Target {
  /** Base name that every candidate gets. */
  readonly fileName: string;
  /** The input's own path; unset if it is in no file. Only `copy` can do without. */
  readonly file?: string;
  /** For `overlay`: the directory that is copied; found from the file if unset. */
  readonly root?: string;
  /** Most memory of a test, bytes; 0: no limit; `usualMemory` if unset. */
  readonly memoryBytes?: number;
  /** False: tests may change what is outside their directories. */
  readonly protect?: boolean;
  /** For several files. */
  readonly linked?: Linked;
  /** For `overlay`: files that are otherwise in the copy. */
  readonly changes?: readonly ChangedFile[];
}

/** Directories that each candidate sees by links: absolute targets by their paths in the candidate, or beside it (`../…`). */
export type Linked = Readonly<Record<string, string>>;

/** A file of a workspace that is otherwise in its copy. */
export interface ChangedFile {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  /** Unset: it is not there. */
  readonly bytes?: Uint8Array;
  /** Permissions; the usual ones if unset. */
  readonly mode?: number;
  /** It is a link, as this is written in it. */
  readonly link?: string;
}

/** Where one candidate lies while it is tested. */
export interface Spot {
  readonly paths: Paths;
  /** Variables that the test gets unless it has them. */
  readonly env?: Readonly<Record<string, string>>;
  /** The test is over. Throws `SandboxError`. */
  clear?(): void | Promise<void>;
}

interface Ground {
  /** Puts a candidate there. `temporary`: the test's own directory. Throws `SandboxError` and errors of the file system. */
  put(content: Content, temporary: string): Spot | Promise<Spot>;
  /** Ends it at once. Returns a problem, in one sentence. */
  dispose?(): string | undefined;
}

/** What a test needs of a placement. */
export interface Placing {
  /** Does a command that names the candidate run in a directory of the user? */
  readonly runsOutside?: boolean;
  /** `root`: the run root, whose name says whose it is. Throws `SandboxError` and errors of the file system. */
  open(root: string, target: Target): Ground;
}

export interface Placement extends Placing {
  readonly name: string;
  readonly description: string;
  /** Can only one test run at once? */
  readonly single?: boolean;
}

/** Candidates cannot be put where they belong; the message is one sentence with the remedy. */
export class SandboxError extends Error {}

/** Does the work. Throws `SandboxError` instead of an error of the file system. */
export function usable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    return unusable(error);
  }
}

/** Throws `SandboxError` instead of an error of the file system. */
export function unusable(error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  throw new SandboxError(
    l10n.t(
      'Candidates cannot be written to {0} ({1}): make sure that it exists, is writable and has room, or set {2} to another directory.',
      resolve(tmpdir()),
      code,
      traits.temporaryVariable,
    ),
  );
}

/** The input's own file, without links. Throws `SandboxError` if it is in none. */
export function fileOf({ fileName, file }: Target): string {
  if (file !== undefined) return realPath(file);
  throw new SandboxError(l10n.t('{0} is not a file on disk: save it, or test a copy (‹place=copy›).', fileName));
}

/** For placements that know one file only. Throws `SandboxError`. */
export function oneFile(content: Content): Uint8Array {
  if (!isFileSet(content)) return content;
  throw new SandboxError(l10n.t('This placement supports one file only: test a copy (‹place=copy›).'));
}

/** Paths below the candidate's own are not moved. */
export const unmoved = (path: string) => path;

/** A candidate that is alone in its directory; a folder is its own. */
export function pathsOf(file: string, directory: string): Paths {
  return { file, directory, relative: file, relativeDirectory: directory, alone: true, moved: unmoved };
}

/** A candidate in the place of the file in `root`, or in a copy of that. */
export function pathsAmong(file: string, root: string, moved: Paths['moved']): Paths {
  const relative = within(root, file) ?? file;
  const directory = dirname(file);
  return { file, directory, relative, relativeDirectory: dirname(relative), alone: false, moved };
}

/** Compiled code is remembered by the time of a file in seconds: another candidate of the same length would not be read. */
export const withoutCaches = { PYTHONDONTWRITEBYTECODE: '1' };
