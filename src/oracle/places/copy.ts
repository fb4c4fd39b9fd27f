/** `copy`: each candidate in a directory of its own, with the input's own file name or paths and nothing else but links. */
import { chmodSync, lstatSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { type FileSet, type PlacedFile, isFileSet, isInside } from '../content';
import { bits, makeLink, privately } from '../platform/files';
import { removeStubborn } from '../remove';
import { lending, usable } from './directories';
import { type Linked, type Placement, SandboxError, type Spot, unmoved, withoutCaches } from './place';
import { stampOf, stillThere } from './tree';

export const copy: Placement = {
  name: 'copy',
  description: 'Alone in a fresh directory, under its own name.',
  runsOutside: true,
  hint: () =>
    l10n.t('it does not name the candidate, so it ran in a fresh directory that holds only a copy of the file.'),
  open({ path: root }, { fileName, linked }) {
    const { lend, takeBack } = lending();
    const free: Folder[] = [];
    let folders = 0;
    return {
      async put(content, test) {
        const [directory, temporary] = [join(root, String(test)), join(root, `${test}.tmp`)];
        if (isFileSet(content)) {
          const folder = next(free) ?? usable(() => folderAt(join(root, `folder-${++folders}`, fileName), linked));
          await lend([temporary], () => folder.hold(content));
          const clear = async () => {
            free.push(folder);
            await takeBack([temporary]);
          };
          return { ...spot(folder.path, folder.path, temporary, clear), env: withoutCaches };
        }
        const file = join(directory, fileName);
        await lend([directory, temporary], () => writeFileSync(file, content));
        return spot(file, directory, temporary, () => takeBack([directory, temporary], file));
      },
      dispose: () => undefined,
    };
  },
};

/** Those that are not ours any more are given up. */
function next(free: Folder[]): Folder | undefined {
  for (let folder = free.pop(); folder; folder = free.pop()) if (folder.isOurs()) return folder;
  return undefined;
}

function spot(file: string, directory: string, temporary: string, clear: () => Promise<void>): Spot {
  const paths = { file, directory, relative: file, relativeDirectory: directory, alone: true, moved: unmoved };
  return { paths, temporary, clear };
}

/**
 * Directories for candidates of several files. Each worker has one, which goes from candidate to candidate: a test costs what has
 * changed, not what is there. Whatever a test leaves or changes is undone before the next. What a candidate lacks is put aside, as most
 * candidates fail: half of a large project is not written again for each of them.
 */
type Folder = ReturnType<typeof folderAt>;

/** A file as it was put there. */
interface Put {
  readonly bytes: Uint8Array;
  readonly stamp: string;
}

/**
 * A directory for candidates of several files. Each worker has one, which goes from candidate to candidate: a test costs what has
 * changed, not what is there. Whatever a test leaves or changes is undone before the next. What a candidate lacks is put aside, as most
 * candidates fail: half of a large project is not written again for each of them.
 *
 * An empty directory at `path`, in a directory of its own. Throws errors of the file system.
 */
function folderAt(path: string, linked: Linked = {}) {
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
