/**
 * Directories for candidates of several files. Each worker has one, which goes from candidate to candidate: a test costs what has
 * changed, not what is there. Whatever a test leaves or changes is undone before the next. What a candidate lacks is put aside, as most
 * candidates fail: half of a large project is not written again for each of them.
 */
import * as l10n from '@vscode/l10n';
import { chmodSync, lstatSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isInside, type FileSet, type PlacedFile } from '../content';
import { makeLink } from '../platform/link';
import { bits, privately } from '../platform/permissions';
import { removeStubborn } from '../remove';
import { SandboxError, type Linked } from './place';
import { stampOf, stillThere } from './stamps';

export type Folder = ReturnType<typeof folderAt>;

/** A file as it was put there. */
interface Put {
  readonly bytes: Uint8Array;
  readonly stamp: string;
}

/** An empty directory at `path`, in a directory of its own. Throws errors of the file system. */
export function folderAt(path: string, linked: Linked = {}) {
  // A test may have put a link there.
  removeStubborn(dirname(path));
  mkdirSync(dirname(path));
  const put = new Map<string, Put>();
  const aside = shelfAt(join(dirname(path), 'aside'));
  const links = new Map<string, string | undefined>(Object.keys(linked).map((name) => [name, undefined]));
  mkdirSync(path);
  return {
    path,
    /** False once a test has put something else in the place of a directory of it: then it must not be used any more. */
    isOurs: stillThere(dirname(path), path, aside.path),
    /** Makes it hold exactly these files. Throws `SandboxError`, and errors of the file system. */
    hold({ files }: FileSet): void {
      files.forEach(checkPath);
      const wanted = new Map(files.map((file) => [file.path, file]));
      const around = directoriesOf([...wanted.keys(), ...links.keys()]);
      const isWanted = (at: string) => wanted.has(at) || links.has(at);
      for (const [name, one] of put) {
        const file = wanted.get(name);
        if (file?.bytes === one.bytes) continue;
        if (!file || !aside.has(file)) aside.take(name, one, join(path, name));
        put.delete(name);
      }
      for (const left of leftIn(path, '', isWanted, around)) removeStubborn(join(path, left));
      for (const file of files) {
        const at = join(path, file.path);
        const before = put.get(file.path);
        if (before && before.stamp === stampOf(at)) continue;
        removeStubborn(at);
        mkdirSync(dirname(at), { recursive: true });
        if (!aside.giveBack(file, at)) write(file, at);
        put.set(file.path, { bytes: file.bytes, stamp: stampOf(at)! });
      }
      for (const [name, stamp] of links) {
        const at = join(path, name);
        if (stamp === undefined || stampOf(at) !== stamp) links.set(name, linkAt(at, linked[name]));
      }
    },
  };
}

/** One version of each file, which may be wanted again. */
function shelfAt(directory: string) {
  const kept = new Map<string, Put & { readonly at: string }>();
  let places = 0;
  mkdirSync(directory);
  return {
    path: directory,
    /** Moves it here, unless it was changed there. */
    take(name: string, one: Put, from: string): void {
      const at = kept.get(name)?.at ?? join(directory, String(++places));
      if (stampOf(from) === one.stamp && moves(from, at)) kept.set(name, { ...one, at });
    },
    has: ({ path, bytes }: PlacedFile): boolean => kept.get(path)?.bytes === bytes,
    /** False if it is not here as it was. */
    giveBack({ path, bytes }: PlacedFile, to: string): boolean {
      const one = kept.get(path);
      if (one?.bytes !== bytes || stampOf(one.at) !== one.stamp || !moves(one.at, to)) return false;
      return kept.delete(path);
    },
  };
}

/** False if the file is in use, on Windows. */
function moves(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

function checkPath({ path }: PlacedFile): void {
  if (isInside(path)) return;
  throw new SandboxError(l10n.t("{0} lies outside the candidate's directory: give a relative path.", path));
}

/** Returns its stamp. */
function linkAt(path: string, to: string): string | undefined {
  mkdirSync(dirname(path), { recursive: true });
  removeStubborn(path);
  makeLink(to, path);
  return stampOf(path);
}

function write({ bytes, mode }: PlacedFile, at: string): void {
  writeFileSync(at, bytes, { flag: 'wx' });
  if (mode !== undefined) chmodSync(at, mode & bits.permissions);
}

/** All directories on the way to these paths. */
function directoriesOf(paths: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of paths) {
    for (let at = dirname(path); at !== '.' && !found.has(at); at = dirname(at)) found.add(at);
  }
  return found;
}

/** What lies there and is not wanted; nothing inside another. */
function leftIn(root: string, way: string, isWanted: (path: string) => boolean, around: ReadonlySet<string>): string[] {
  return readdirSync(join(root, way), { withFileTypes: true }).flatMap((entry) => {
    const at = way === '' ? entry.name : `${way}/${entry.name}`;
    if (isWanted(at)) return [];
    const isUsable = entry.isDirectory() && around.has(at) && isOpen(join(root, at));
    return isUsable ? leftIn(root, at, isWanted, around) : [at];
  });
}

function isOpen(directory: string): boolean {
  return (lstatSync(directory).mode & privately.directory) === privately.directory;
}
