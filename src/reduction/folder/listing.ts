/** Lists the files of a directory: by git's own rules, or by a walk. */
import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import { readdir, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import { execa } from 'execa';
import type { Linked } from '../../oracle/places/place';
import { within } from '../../oracle/places/roots';
import { PathError } from '../ending/outputs';

export interface FoundFile {
  /** Absolute. */
  readonly at: string;
  /** Relative to the common directory, with `/`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Permissions. */
  readonly mode: number;
}

export interface Listing {
  /** Absolute. */
  readonly files: readonly string[];
  readonly leftOut: readonly string[];
}

/** No part of a project: histories, caches, what desktops write. */
const strange = new Set([
  ...['.git', '.hg', '.svn', '.DS_Store'],
  ...['__pycache__', '.pytest_cache', '.mypy_cache', '.ruff_cache', '.nyc_output'],
]);

/** Directories with this beginning are those of runs of ours. */
const runRoots = 'whittle-run-';

/** `name`: of a file or a directory. */
export function isLeftOut(name: string): boolean {
  return strange.has(name) || isInstalled(name) || name.startsWith(runRoots);
}

/** What git tracks, or would track; relative, with `/`. Undefined without git, or outside a repository. */
export async function ownedByGit(directory: string): Promise<string[] | undefined> {
  const args = ['-C', directory, 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const { failed, stdout } = await execa('git', args, {
    reject: false,
    stripFinalNewline: false,
    env: { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' },
    maxBuffer: 256e6,
  });
  return failed ? undefined : stdout.split('\0').filter((path) => path !== '');
}

/** Everything but links, histories, caches and installed packages. Throws `PathError`. */
export async function walked(directory: string): Promise<Listing> {
  const [files, leftOut]: [string[], string[]] = [[], []];
  const waiting = [directory];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const children = await readdir(at, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      throw new PathError(inputProblem(at!, error.code));
    });
    for (const child of children) {
      const path = join(at, child.name);
      if (isLeftOut(child.name) || !(child.isFile() || child.isDirectory())) leftOut.push(path);
      else (child.isFile() ? files : waiting).push(path);
    }
  }
  return { files, leftOut: leftOut.filter((path) => !isInstalled(basename(path))) };
}

/** Installed packages and environments of a folder: no files of it, but its programs need them. Candidates see them by links. */
const installed = new Set(['node_modules', '.venv', 'venv', '.tox', '.nox']);

/** Is it a directory that programs fill, by its name? */
function isInstalled(name: string): boolean {
  return installed.has(name);
}

/** Packages are also looked for above a project. */
export function packagesAbove(base: string): Linked {
  for (let at = dirname(base); ; at = dirname(at)) {
    const packages = join(at, 'node_modules');
    if (existsSync(packages)) return { '../node_modules': packages };
    if (dirname(at) === at) return {};
  }
}

/** Those in these directories, which are `base` or in it. */
export async function linkedIn(base: string, directories: readonly string[]): Promise<Linked> {
  const linked: Record<string, string> = {};
  for (const directory of directories) {
    const there = await readdir(directory, { withFileTypes: true }).catch(() => []);
    for (const { name } of there.filter((one) => isInstalled(one.name))) {
      Object.assign(linked, await linksTo(base, join(directory, name)));
    }
  }
  return linked;
}

/** Linked whole, unless some packages are links to parts of the folder: those lead to the candidate's. */
async function linksTo(base: string, path: string): Promise<Linked> {
  const name = relative(base, path).split(sep).join('/');
  const own = await ownPackages(base, path);
  if (own.length === 0) return { [name]: path };
  const links: Record<string, string> = {};
  const hasOwn = (at: string) => own.some((one) => within(at, one) !== undefined);
  const add = async (at: string, to: string) => {
    for (const child of await readdir(at)) {
      const inside = join(at, child);
      if (own.includes(inside)) links[`${to}/${child}`] = await relativeLink(inside);
      else if (hasOwn(inside)) await add(inside, `${to}/${child}`);
      else links[`${to}/${child}`] = inside;
    }
  };
  await add(path, name);
  return links;
}

/** A relative link leads to the candidate's part from the candidate. */
async function relativeLink(path: string): Promise<string> {
  const to = await readlink(path);
  return isAbsolute(to) ? relative(dirname(path), to) : to;
}

/** Links in `packages`, or in a scope of it, to something in `base` that is not installed. */
async function ownPackages(base: string, packages: string): Promise<string[]> {
  const found: string[] = [];
  for (const child of await readdir(packages, { withFileTypes: true })) {
    const at = join(packages, child.name);
    if (child.isSymbolicLink() && (await isOwn(base, at))) found.push(at);
    else if (child.name.startsWith('@') && child.isDirectory()) found.push(...(await ownPackages(base, at)));
  }
  return found;
}

async function isOwn(base: string, link: string): Promise<boolean> {
  const to = resolve(dirname(link), await readlink(link));
  const real = await realpath(to).catch(() => to);
  return [to, real].some((at) => {
    const way = within(base, at);
    return way !== undefined && !way.split(sep).some(isInstalled);
  });
}

/** `code`: of the file system's error. */
export function inputProblem(path: string, code: string | undefined): string {
  if (code === 'ENOENT') return l10n.t('{0} does not exist: give the path of an input.', path);
  if (code === 'EACCES') return l10n.t('{0} cannot be read: check its permissions.', path);
  if (code === 'EBUSY') return l10n.t('{0} is open in another program: close it there.', path);
  return l10n.t('{0} cannot be read ({1}).', path, code ?? '');
}

/** Larger files, and those after so many, are not taken along: they are built, or data. */
const most = { bytes: 1e6, files: 500, entries: 20_000 };

/** Regular files and links to them, the nearest to the top first. `given`: paths in the folder that are not left out. */
export function leftOutOf(base: string, given: readonly string[]): FoundFile[] {
  const known = new Set(given);
  const found: FoundFile[] = [];
  let entries = 0;
  for (const waiting = ['']; waiting.length > 0 && found.length < most.files;) {
    const way = waiting.shift()!;
    for (const child of childrenOf(join(base, way))) {
      const { name } = child;
      if (isLeftOut(name) || ++entries > most.entries) continue;
      const [path, at] = [posix.join(way, name), join(base, way, name)];
      const status = statSync(at, { throwIfNoEntry: false });
      if (status?.isDirectory() && !known.has(path) && !child.isSymbolicLink()) waiting.push(path);
      if (!status?.isFile() || known.has(path) || status.size > most.bytes) continue;
      found.push({ at, path, size: status.size, mode: status.mode });
    }
  }
  return found.slice(0, most.files);
}

/** None of a directory that is closed to us. */
function childrenOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

/** Those whose path, or that of a directory that only they are in, an output contains; else those whose name it contains. */
export function namedIn<F extends { readonly path: string }>(
  output: string,
  leftOut: readonly F[],
  given: readonly string[],
): F[] {
  const there = new Set(given.flatMap(around));
  const text = output.replaceAll('\\', '/');
  const says = (path: string) => !there.has(path) && contains(text, path);
  const named = leftOut.filter(({ path }) => [path, ...around(path)].some(says));
  return named.length > 0 ? named : leftOut.filter(({ path }) => contains(text, posix.basename(path)));
}

/** The directories above a path. */
function around(path: string): string[] {
  const found: string[] = [];
  for (let at = posix.dirname(path); at !== '.'; at = posix.dirname(at)) found.push(at);
  return found;
}

/** Not as a part of a longer name. */
function contains(text: string, path: string): boolean {
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
    const [before, after] = [text[at - 1] ?? '', text.slice(at + path.length, at + path.length + 2)];
    if (!/[\w.-]/.test(before) && !/^(?:[\w-]|\.\w)/.test(after)) return true;
  }
  return false;
}
