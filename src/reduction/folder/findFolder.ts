/**
 * The files of a folder, or of several paths: what a reduction of several files begins with. Git says what belongs to a project; installed
 * packages are not files of it, but each candidate sees them.
 */
import { lstatSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Linked } from '../../oracle/places/place';
import { common, realPath, within } from '../../oracle/places/roots';
import { decode } from '../../text/encoding';
import { PathError } from '../ending/outputs';
import type { JobFile } from '../job';
import { type FoundFile, inputProblem, linkedIn, listed, packagesAbove, shortList } from './listing';

export interface FoundFolder {
  /** The directory that they are all under. */
  readonly base: string;
  /** By their paths. */
  readonly files: readonly FoundFile[];
  /** Directories of installed packages, and environments. */
  readonly linked: Linked;
  /** Files that were left out, in one sentence. */
  readonly notice?: string;
  /** Is it one directory, beside which only files in it were named? */
  readonly whole: boolean;
}

/** Of a reduction. Each file has a text, and a place in each worker's directory. */
const limits = { files: 20_000, bytes: 500e6 };

/** Throws `PathError`. */
export async function findFolder(paths: readonly string[]): Promise<FoundFolder> {
  // Without those that only spell another one in other letters of the same file.
  const named = new Map(paths.map((path) => resolve(path)).map((at) => [`${realPath(at)} ${at.toLowerCase()}`, at]));
  const roots = await Promise.all([...named.values()].map(rootAt));
  const outer = roots.find((root) => root.directory && roots.every(({ at }) => within(root.at, at) !== undefined));
  const base = outer?.at ?? roots.map(({ at }) => dirname(at)).reduce(onOneDrive);
  const nameOf = (at: string) => relative(base, at).split(sep).join('/');
  const found = new Map<string, FoundFile>();
  const leftOut: string[] = [];
  const directories = new Set([base]);
  let bytes = 0;
  for (const { at: root, directory } of roots) {
    const listing = directory ? await listed(root) : { files: [root], leftOut: [] };
    leftOut.push(...listing.leftOut);
    if (directory) directories.add(root);
    for (const at of listing.files) {
      const status = lstatSync(at, { throwIfNoEntry: false });
      if (status && !status.isFile()) leftOut.push(at);
      if (!status?.isFile()) continue;
      if (directory) directories.add(dirname(at));
      if (!found.has(at)) bytes += status.size;
      found.set(at, { at, path: nameOf(at), size: status.size, mode: status.mode });
      if (found.size > limits.files || bytes > limits.bytes)
        throw new PathError(
          l10n.t(
            'There are more than {0} files or {1} MB: name a smaller directory, or only the files that matter.',
            limits.files,
            limits.bytes / 1e6,
          ),
        );
    }
  }
  const files = [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  if (files.length === 0) {
    throw new PathError(l10n.t('{0} has no file that can be reduced: {1}.', paths.join(', '), rule()));
  }
  const linked = { ...packagesAbove(base), ...(await linkedIn(base, [...directories])) };
  const notice =
    leftOut.length > 0 ? l10n.t('Left out: {0} ({1}).', shortList(leftOut.map(nameOf)), rule()) : undefined;
  return { base, files, linked, notice, whole: outer !== undefined };
}

const rule = () => l10n.t('links, caches, the history and files that git ignores are left out of a directory');

async function rootAt(at: string) {
  const found = await stat(at).catch((error: NodeJS.ErrnoException) => {
    throw new PathError(inputProblem(at, error.code));
  });
  if (!found.isDirectory() && !found.isFile()) {
    throw new PathError(l10n.t('{0} is no regular file: give paths of files.', at));
  }
  return { at, directory: found.isDirectory() };
}

function onOneDrive(one: string, other: string): string {
  const found = common(one, other);
  if (found !== undefined) return found;
  throw new PathError(l10n.t('{0} and {1} are on two drives: copy the files to one.', one, other));
}

/** `NAME.reduced` beside a directory, and in that of several files. */
export function usualOutput({ base, whole }: Pick<FoundFolder, 'base' | 'whole'>, kind = 'reduced'): string {
  return join(whole ? dirname(base) : base, `${basename(base)}.${kind}`);
}

/** Reads found files for a job. Throws `PathError`. */
export async function jobFiles(found: readonly FoundFile[]): Promise<JobFile[]> {
  const files: JobFile[] = [];
  for (const { at, path, mode } of found) {
    const bytes = await readFile(at).catch((error: NodeJS.ErrnoException) => {
      throw new PathError(inputProblem(at, error.code));
    });
    const isBinary = bytes.includes(0);
    files.push({ path, mode, ...(isBinary ? { text: '', encoding: 'latin1', bytes } : decode(bytes)) });
  }
  return files;
}
