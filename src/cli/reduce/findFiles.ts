/** The files of several paths, among them directories; files that are left out are told. */
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { realPath, within } from '../../oracle/places/roots';
import { PathError } from '../../reduction/ending/outputs';
import { inputProblem } from '../files';

export interface FoundFile {
  /** Absolute. */
  readonly at: string;
  /** Relative to the common directory, with `/`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

export interface FoundFiles {
  /** The directory that they are all under. */
  readonly base: string;
  /** By their paths. */
  readonly files: readonly FoundFile[];
  /** Files that were left out, in one sentence. */
  readonly notice?: string;
}

/** Each test writes all files, so there are limits. */
export const limits = { files: 1000, bytes: 64 * 1024 * 1024 };

/** Installed or made by programs. */
const heavy = new Set(['node_modules', '__pycache__', 'venv']);

/** Throws `PathError`. */
export async function findFiles(paths: readonly string[]): Promise<FoundFiles> {
  const roots = await Promise.all(distinct(paths.map((path) => resolve(path))).map(rootAt));
  const [only] = roots;
  const base = roots.length === 1 && only.directory ? only.at : roots.map(({ at }) => dirname(at)).reduce(common);
  const seen: Seen = { files: new Map(), bytes: 0, leftOut: [] };
  for (const { at, directory, size } of roots) await (directory ? lookInto(at, seen) : add(at, size, seen));
  const files = [...seen.files].map(([at, size]) => ({ at, size, path: relative(base, at).split(sep).join('/') }));
  if (files.length === 0) throw new PathError(`${paths.join(', ')} has no file that can be reduced: ${rule}.`);
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { base, files, notice: toldLeftOut(seen.leftOut.map((at) => relative(base, at))) };
}

/** Without those that only spell another one in other letters of the same file. */
function distinct(paths: readonly string[]): string[] {
  return [...new Map(paths.map((path) => [`${realPath(path)} ${path.toLowerCase()}`, path])).values()];
}

const rule = 'hidden files, links and installed packages are left out of a directory';

interface Root {
  readonly at: string;
  readonly directory: boolean;
  readonly size: number;
}

async function rootAt(at: string): Promise<Root> {
  const found = await stat(at).catch((error: NodeJS.ErrnoException) => {
    throw new PathError(inputProblem(at, error.code));
  });
  if (!found.isDirectory() && !found.isFile()) throw new PathError(`${at} is no regular file: give paths of files.`);
  return { at, directory: found.isDirectory(), size: found.size };
}

interface Seen {
  readonly files: Map<string, number>;
  bytes: number;
  readonly leftOut: string[];
}

async function lookInto(directory: string, seen: Seen): Promise<void> {
  const children = await readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new PathError(inputProblem(directory, error.code));
  });
  for (const child of children) {
    const at = join(directory, child.name);
    if (isLeftOut(child)) seen.leftOut.push(at);
    else if (child.isDirectory()) await lookInto(at, seen);
    else add(at, (await stat(at)).size, seen);
  }
}

function isLeftOut(child: Dirent): boolean {
  return child.name.startsWith('.') || heavy.has(child.name) || !(child.isFile() || child.isDirectory());
}

function add(at: string, size: number, seen: Seen): void {
  if (!seen.files.has(at)) seen.bytes += size;
  seen.files.set(at, size);
  if (seen.files.size > limits.files || seen.bytes > limits.bytes) {
    throw new PathError(
      `There are more than ${limits.files} files or ${limits.bytes / 1024 ** 2} MiB: name a smaller directory, or only the files that matter.`,
    );
  }
}

function common(one: string, other: string): string {
  for (let at = one; ; at = dirname(at)) {
    if (within(at, other) !== undefined) return at;
    if (dirname(at) === at) throw new PathError(`${one} and ${other} are on two drives: copy the files to one.`);
  }
}

/** Names that are told, at most. */
const most = 5;

function toldLeftOut(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const told = names.slice(0, most).map((name) => (basename(name) === name ? name : name.split(sep).join('/')));
  const rest = names.length - told.length;
  return `Left out: ${told.join(', ')}${rest > 0 ? ` and ${rest} more` : ''} (${rule}).`;
}
