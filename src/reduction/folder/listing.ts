/** Lists the files of a directory: by git's own rules, or by a walk. */
import { existsSync } from 'node:fs';
import { readdir, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import { execa } from 'execa';
import type { Linked } from '../../oracle/places/place';
import { within } from '../../oracle/places/roots';
import { PathError } from '../ending/outputs';

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
