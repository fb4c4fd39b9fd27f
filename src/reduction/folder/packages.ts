/** Installed packages and environments of a folder: no files of it, but its programs need them. Candidates see them by links. */
import { existsSync } from 'node:fs';
import { readdir, readlink, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Linked } from '../../oracle/places/place';
import { within } from '../../oracle/places/roots';

const installed = new Set(['node_modules', '.venv', 'venv', '.tox', '.nox']);

/** Is it a directory that programs fill, by its name? */
export function isInstalled(name: string): boolean {
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
