/** Lists the files of a directory: by git's own rules, or by a walk. */
import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import { readdir, readlink, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import { execa } from 'execa';
import type { Linked } from '../../oracle/places/place';
import { runRoots } from '../../oracle/places/picture';
import { foldersUp, within } from '../../oracle/places/roots';
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

interface Listing {
  /** Absolute. */
  readonly files: readonly string[];
  readonly leftOut: readonly string[];
}

/** No part of a project: histories, caches, what desktops write. */
const strange = new Set([
  ...['.git', '.hg', '.svn', '.DS_Store'],
  ...['__pycache__', '.pytest_cache', '.mypy_cache', '.ruff_cache', '.nyc_output'],
]);

function isLeftOut(name: string): boolean {
  return strange.has(name) || installed.has(name) || runRoots.test(name);
}

/** What git tracks, or would track; relative, with `/`. Undefined without git, or outside a repository. */
async function ownedByGit(directory: string): Promise<string[] | undefined> {
  const args = ['-C', directory, 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const { failed, stdout } = await execa('git', args, {
    reject: false,
    stripFinalNewline: false,
    env: { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' },
    maxBuffer: 256e6,
  });
  return failed ? undefined : stdout.split('\0').filter((path) => path !== '');
}

/** As git sees it; without git, or if it ignores all of it, as it lies there. Throws `PathError`. */
export async function listed(directory: string): Promise<Listing> {
  const owned = await ownedByGit(directory);
  if (!owned || owned.length === 0) return walked(directory);
  const files = owned.filter((path) => !path.split('/').some(isLeftOut));
  return { files: files.map((path) => join(directory, path)), leftOut: [] };
}

/** Everything but links, histories, caches and installed packages. Throws `PathError`. */
function walked(directory: string): Listing {
  const [files, leftOut]: [string[], string[]] = [[], []];
  const refuse = (path: string, code?: string) => {
    throw new PathError(inputProblem(path, code));
  };
  for (const [at, child] of below(directory, refuse)) {
    if (installed.has(child.name)) continue;
    if (isLeftOut(child.name) || !(child.isFile() || child.isDirectory())) leftOut.push(at);
    else if (child.isFile()) files.push(at);
  }
  return { files, leftOut };
}

/** What is in a directory, the nearest to the top first; links are told, and not followed. `onClosed`: one cannot be read. */
function* below(directory: string, onClosed: (at: string, code?: string) => void): Generator<[at: string, Dirent]> {
  for (const waiting = [directory]; waiting.length > 0;) {
    const way = waiting.shift()!;
    let children: Dirent[] = [];
    try {
      children = readdirSync(way, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    } catch (error) {
      onClosed(way, (error as NodeJS.ErrnoException).code);
    }
    for (const child of children) {
      const at = join(way, child.name);
      if (child.isDirectory() && !isLeftOut(child.name)) waiting.push(at);
      yield [at, child];
    }
  }
}

/** Installed packages and environments of a folder: no files of it, but its programs need them. Candidates see them by links. */
const installed = new Set(['node_modules', '.venv', 'venv', '.tox', '.nox']);

/** Packages are also looked for above a project. */
export function packagesAbove(base: string): Linked {
  const packages = foldersUp(base).map((folder) => join(folder, 'node_modules'));
  const found = packages.find((path) => existsSync(path));
  return found === undefined ? {} : { '../node_modules': found };
}

/** Those in these directories, which are `base` or in it. */
export async function linkedIn(base: string, directories: readonly string[]): Promise<Linked> {
  const linked: Record<string, string> = {};
  for (const directory of directories) {
    const there = await readdir(directory, { withFileTypes: true }).catch(() => []);
    for (const { name } of there.filter((one) => installed.has(one.name))) {
      Object.assign(linked, await linksTo(base, join(directory, name)));
    }
  }
  return linked;
}

/** Linked whole, unless some packages are links to parts of the folder: those lead to the candidate's. */
async function linksTo(base: string, path: string): Promise<Linked> {
  const nameOf = (at: string) => relative(base, at).split(sep).join('/');
  const children = await readdir(path, { withFileTypes: true });
  const links = children.map(async (child): Promise<Linked> => {
    const at = join(path, child.name);
    if (child.name.startsWith('@') && child.isDirectory()) return linksTo(base, at);
    return { [nameOf(at)]: (child.isSymbolicLink() && (await ownLink(base, at))) || at };
  });
  const all: Linked = Object.assign({}, ...(await Promise.all(links)));
  return Object.values(all).every((to) => isAbsolute(to)) ? { [nameOf(path)]: path } : all;
}

/** The relative link to something of the folder that is not installed: from the candidate it leads to the candidate's. */
async function ownLink(base: string, link: string): Promise<string | undefined> {
  const to = resolve(dirname(link), await readlink(link));
  const real = await realpath(to).catch(() => to);
  const isOwn = [to, real].some((at) => {
    const way = within(base, at);
    return way !== undefined && !way.split(sep).some((part) => installed.has(part));
  });
  return isOwn ? relative(dirname(link), to) : undefined;
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
  for (const [at, { name }] of below(base, () => {})) {
    if (found.length === most.files) break;
    if (isLeftOut(name) || ++entries > most.entries) continue;
    const path = relative(base, at).split(sep).join('/');
    const status = statSync(at, { throwIfNoEntry: false });
    if (!status?.isFile() || known.has(path) || status.size > most.bytes) continue;
    found.push({ at, path, size: status.size, mode: status.mode });
  }
  return found;
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

const mostTold = 5;

export function shortList(names: readonly string[]): string {
  const told = names.slice(0, mostTold).join(', ');
  return names.length > mostTold ? l10n.t('{0} and {1} more', told, names.length - mostTold) : told;
}
