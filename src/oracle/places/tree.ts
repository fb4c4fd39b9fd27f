/**
 * Trees that tests find in place of the user's directories, and pictures of directories. A tree is held to a picture: before each test it
 * is what the picture shows, whatever the test before has left, changed or deleted. That costs what has changed, not what is there.
 */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { bits, makeLink, privately, stampOf, removeStubborn } from '../platform/files';
import { traits } from '../platform/traits';

export type Entry = Directory | Leaf;

export interface Directory {
  readonly kind: 'directory';
  /** Any that its owner may use if unset. */
  readonly mode?: number;
  readonly entries: ReadonlyMap<string, Entry>;
  /** Names of new entries that stay from one test to the next: caches of tools. */
  readonly stays?: (name: string) => boolean;
}

type Leaf =
  /** `from`: our copy. */
  | { readonly kind: 'file'; readonly from: string }
  /** `mode`: permissions; the usual ones if unset. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly mode?: number }
  /** `to` as it is written in the link. */
  | { readonly kind: 'link'; readonly to: string };

export const linkTo = (path: string): Entry => ({ kind: 'link', to: path });

/** Of entries by their ways from it, with `/`. `mode`: of all directories. */
export function directoryOf(entries: Iterable<readonly [string, Entry]>, mode?: number): Directory {
  const empty = () => ({ kind: 'directory' as const, mode, entries: new Map<string, Entry>() });
  const whole = empty();
  for (const [way, entry] of entries) {
    const names = way.split('/');
    let { entries: at } = whole;
    for (const name of names.slice(0, -1)) {
      const next = at.get(name) ?? empty();
      at.set(name, next);
      at = (next as typeof whole).entries;
    }
    at.set(names.at(-1)!, entry);
  }
  return whole;
}

/** The directory with another entry at this way, or without one. Nothing changes below a link. */
export function withEntry(directory: Directory, [name, ...rest]: readonly string[], entry?: Entry): Directory {
  const entries = new Map(directory.entries);
  const child = entries.get(name);
  if (rest.length > 0) {
    if (child ? child.kind !== 'directory' : !entry) return directory;
    const inside: Directory = (child as Directory | undefined) ?? { kind: 'directory', entries: new Map() };
    entries.set(name, withEntry(inside, rest, entry));
  } else if (entry) entries.set(name, entry);
  else entries.delete(name);
  return { ...directory, entries };
}

/** Copies a file of the user into this directory of ours, for pictures. */
export function copierTo(directory: string) {
  let count = 0;
  fs.mkdirSync(directory, { recursive: true });
  /** Throws errors of the file system. */
  return (path: string): Entry => {
    const from = join(directory, String(++count));
    copyFile(path, from);
    return { kind: 'file', from };
  };
}

export type Copier = ReturnType<typeof copierTo>;

/** With its times: what builds by time sees the same ones. */
function copyFile(from: string, to: string): void {
  fs.copyFileSync(from, to, fs.constants.COPYFILE_FICLONE);
  const { atime, mtime } = fs.lstatSync(from);
  fs.utimesSync(to, atime, mtime);
}

/** Trees that tests have one after the other, each for one test at a time. Whatever a test has put something else in the place of is given up. */
export function slots<T extends { isOurs(): boolean }>(make: (number: number) => T) {
  const free: T[] = [];
  let count = 0;
  return {
    lend(): T {
      for (let one = free.pop(); one; one = free.pop()) if (one.isOurs()) return one;
      return make(++count);
    },
    takeBack: (one: T) => void free.push(one),
  };
}

interface State {
  readonly path: string;
  /** What was brought, by its way. `stamp`: how it was then; of a directory, when its names were last read. */
  readonly known: Map<string, { readonly entry: Entry; readonly stamp: string | undefined }>;
  /** What `hold` returns. */
  readonly changed: string[];
}

export function treeAt(path: string) {
  const known: State['known'] = new Map();
  let isThere: (() => boolean) | undefined;
  return {
    path,
    /** False once a test has put something else in the place of a directory of it: then it must not be used any more. */
    isOurs: () => isThere?.() ?? true,
    /**
     * Makes it what the picture shows. Returns what of the picture before was gone, replaced or changed: ways from the root, of directories
     * that were gone without what is in them. Throws errors of the file system.
     */
    hold(picture: Directory): string[] {
      const changed: string[] = [];
      bring({ path, known, changed }, picture, '');
      isThere ??= stillThere(path);
      return changed;
    },
  };
}

/** From the root on: what is below is only looked at if everything on the way is a directory of ours. `isNew`: there is nothing. */
function bring(state: State, entry: Entry, way: string, isNew = false): void {
  if (entry.kind !== 'directory') return bringLeaf(state, entry, way, isNew);
  const at = join(state.path, way);
  const before = isNew ? undefined : state.known.get(way);
  const isSettled = before?.entry === entry && before.stamp !== undefined && before.stamp === namesStampOf(at);
  const isMade = isNew || (!isSettled && !isDirectoryAt(at, entry));
  if (isMade) {
    if (!isNew) clear(state, way);
    fs.mkdirSync(at);
  } else if (!isSettled) removeNew(at, entry);
  for (const [name, child] of entry.entries) {
    // A link cannot change unless its directory does.
    if (!isSettled || child.kind !== 'link') bring(state, child, way === '' ? name : `${way}/${name}`, isMade);
  }
  if (isMade && entry.mode !== undefined) fs.chmodSync(at, entry.mode | privately.directory);
  state.known.set(way, { entry, stamp: isSettled ? before.stamp : namesStampOf(at) });
}

function bringLeaf(state: State, entry: Leaf, way: string, isNew: boolean): void {
  const at = join(state.path, way);
  const before = isNew ? undefined : state.known.get(way);
  if (before && isSame(before.entry, entry) && before.stamp === stampOf(at)) return;
  if (!isNew) clear(state, way);
  write(entry, at);
  state.known.set(way, { entry, stamp: stampOf(at) });
}

function clear({ path, known, changed }: State, way: string): void {
  if (known.has(way)) changed.push(way);
  removeStubborn(join(path, way));
}

function isSame(one: Entry, other: Leaf): boolean {
  if (other.kind === 'file') return one.kind === 'file' && one.from === other.from;
  if (other.kind === 'link') return one.kind === 'link' && one.to === other.to;
  return one.kind === 'bytes' && one.bytes === other.bytes;
}

function write(leaf: Leaf, at: string): void {
  if (leaf.kind === 'link') return makeLink(leaf.to, at);
  if (leaf.kind === 'file') return copyFile(leaf.from, at);
  fs.writeFileSync(at, leaf.bytes, { flag: 'wx' });
  if (leaf.mode !== undefined) fs.chmodSync(at, leaf.mode & bits.permissions);
}

function isDirectoryAt(path: string, { mode }: Directory): boolean {
  const status = fs.lstatSync(path, { throwIfNoEntry: false });
  if (!status?.isDirectory() || !traits.hasModes) return status?.isDirectory() ?? false;
  if (mode === undefined) return (status.mode & privately.directory) === privately.directory;
  return status.mode === (mode | privately.directory);
}

function removeNew(path: string, { entries, stays }: Directory): void {
  for (const name of fs.readdirSync(path)) {
    if (!entries.has(name) && !stays?.(name)) removeStubborn(join(path, name));
  }
}

/** Clocks of file systems are coarse: two changes in so many milliseconds may have the same time. */
const tick = 100;

/** Of a directory: another one once a name in it has come, gone or been given to something else. Undefined if it has just changed. */
function namesStampOf(path: string): string | undefined {
  const status = fs.lstatSync(path, { throwIfNoEntry: false, bigint: true });
  if (!status || Date.now() - Number(status.ctimeMs) < tick) return undefined;
  return `${status.ino} ${status.ctimeNs}`;
}

/** Which directory that is, on this machine; undefined if there is none, or a link. */
function identityOf(path: string): string | undefined {
  const status = fs.lstatSync(path, { throwIfNoEntry: false });
  return status?.isDirectory() ? `${status.dev} ${status.ino}` : undefined;
}

/** The directory at this path, which is ours: true as long as it is there and nothing else stands in its place. */
export function stillThere(path: string): () => boolean {
  const before = identityOf(path);
  return () => before !== undefined && identityOf(path) === before;
}
