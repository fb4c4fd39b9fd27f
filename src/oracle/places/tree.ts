/**
 * Trees that tests find in place of the user's directories. A tree is held to a picture: before each test it is what the picture shows,
 * whatever the test before has left, changed or deleted. That costs what has changed, not what is there.
 */
import { chmodSync, lstatSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, bits, isDirectoryWith, makeLink, privately, stampOf, removeStubborn } from '../platform/files';
import { type Directory, type Entry, type Leaf, copyFile, isSame, leafAt } from './entries';

export interface Tree {
  readonly path: string;
  /** False once a test has put something else in the place of a directory of it: then it must not be used any more. */
  isOurs(): boolean;
  /**
   * Makes it what the picture shows. Returns what of the picture before was gone, replaced or changed: ways from the root, of directories
   * that were gone without what is in them. Throws errors of the file system.
   */
  hold(picture: Directory): string[];
}

/** Trees that tests have one after the other, each for one test at a time. Whatever a test has put something else in the place of is given up. */
export function slots<T extends Pick<Tree, 'isOurs'>>(make: (number: number) => T) {
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

/** A file or link as it was put there. */
interface Put {
  readonly leaf: Leaf;
  readonly stamp: string;
}

interface State {
  readonly path: string;
  /** By their ways. */
  readonly put: Map<string, Put>;
  readonly directories: Set<string>;
  /** Directories as they were when their names were last read. */
  readonly settled: Map<string, { readonly stamp: string; readonly entry: Directory }>;
  /** One version of each file that a picture lacked, by its way; `at`: where it is, unless it came back. */
  readonly aside: Map<string, Put & { readonly at: string }>;
  /** What `hold` returns. */
  changed: string[];
}

/**
 * A tree at `path`. `shelf`: a directory for files that the next picture lacks: most candidates fail, so half of a large project is not
 * written again for each of them.
 */
export function treeAt(path: string, shelf?: string): Tree {
  const maps = { put: new Map(), directories: new Set<string>(), settled: new Map(), aside: new Map() };
  const state: State = { path, changed: [], ...maps };
  let isThere: (() => boolean) | undefined;
  if (shelf !== undefined) {
    // A test may have put a link there.
    removeStubborn(shelf);
    mkdirSync(shelf);
  }
  return {
    path,
    isOurs: () => isThere?.() ?? true,
    hold(picture) {
      state.changed = [];
      if (shelf !== undefined) putAside(state, shelf, picture);
      bring(state, picture, '');
      isThere ??= stillThere(path, ...(shelf === undefined ? [] : [shelf]));
      return state.changed;
    },
  };
}

/** From the root on: what is below is only looked at if everything on the way is a directory of ours. `isNew`: there is nothing. */
function bring(state: State, entry: Entry, way: string, isNew = false): void {
  if (entry.kind !== 'directory') return bringLeaf(state, entry, way, isNew);
  const at = join(state.path, way);
  const settled = state.settled.get(way);
  const isSettled = !isNew && settled?.entry === entry && settled.stamp === namesStampOf(at);
  const isMade = isNew || (!isSettled && !isDirectoryAt(at, entry));
  if (isMade) {
    if (!isNew) clear(state, way);
    mkdirSync(at);
    state.directories.add(way);
  } else if (!isSettled) removeNew(at, entry);
  for (const [name, child] of entry.entries) {
    // A link cannot change unless its directory does.
    if (!isSettled || child.kind !== 'link') bring(state, child, way === '' ? name : `${way}/${name}`, isMade);
  }
  if (isMade && entry.mode !== undefined) chmodSync(at, entry.mode | privately.directory);
  const stamp = isSettled ? settled.stamp : namesStampOf(at);
  if (stamp === undefined) state.settled.delete(way);
  else state.settled.set(way, { stamp, entry });
}

function bringLeaf(state: State, leaf: Leaf, way: string, isNew: boolean): void {
  const at = join(state.path, way);
  const before = state.put.get(way);
  if (!isNew && before && isSame(before.leaf, leaf) && before.stamp === stampOf(at)) return;
  if (!isNew) clear(state, way);
  const aside = state.aside.get(way);
  if (!aside || !isSame(aside.leaf, leaf) || !moves(aside.at, at, aside.stamp)) write(leaf, at);
  state.put.set(way, { leaf, stamp: stampOf(at)! });
}

/** What is there goes. */
function clear({ path, put, directories, changed }: State, way: string): void {
  if (put.has(way) || directories.has(way)) changed.push(way);
  removeStubborn(join(path, way));
}

function write(leaf: Leaf, at: string): void {
  if (leaf.kind === 'link') return makeLink(leaf.to, at);
  if (leaf.kind === 'file') return copyFile(leaf.from, at);
  writeFileSync(at, leaf.bytes, { flag: 'wx' });
  if (leaf.mode !== undefined) chmodSync(at, leaf.mode & bits.permissions);
}

function isDirectoryAt(path: string, { mode }: Directory): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (mode === undefined)
    return status?.isDirectory() === true && (status.mode & privately.directory) === privately.directory;
  return status !== undefined && isDirectoryWith(status, mode);
}

function removeNew(path: string, { entries, stays }: Directory): void {
  for (const name of readdirSync(path)) {
    if (!entries.has(name) && !stays?.(name)) removeStubborn(join(path, name));
  }
}

/** Files that are not in this picture. */
function putAside({ path, put, aside }: State, shelf: string, picture: Directory): void {
  for (const [way, one] of put) {
    const next = leafAt(picture, way);
    if (one.leaf.kind === 'link' || (next && isSame(next, one.leaf))) continue;
    put.delete(way);
    const { leaf, at = join(shelf, String(aside.size)) } = aside.get(way) ?? {};
    const isNext = leaf && next && isSame(leaf, next);
    if (!isNext && moves(join(path, way), at, one.stamp)) aside.set(way, { ...one, at });
  }
}

/** False if the file is not as it was, or if it is in use, on Windows. */
function moves(from: string, to: string, stamp: string): boolean {
  return stampOf(from) === stamp && attempt(() => (renameSync(from, to), true), false);
}

/** Clocks of file systems are coarse: two changes in so many milliseconds may have the same time. */
const tick = 100;

/** Of a directory: another one once a name in it has come, gone or been given to something else. Undefined if it has just changed. */
function namesStampOf(path: string): string | undefined {
  const status = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  if (!status || Date.now() - Number(status.ctimeMs) < tick) return undefined;
  return `${status.ino} ${status.ctimeNs}`;
}

/** Which directory that is, on this machine; undefined if there is none, or a link. */
function identityOf(path: string): string | undefined {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status?.isDirectory() ? `${status.dev} ${status.ino}` : undefined;
}

/** The directories at these paths, which are ours: true as long as each is there and nothing else stands in its place. */
export function stillThere(...paths: readonly string[]): () => boolean {
  const before = paths.map(identityOf);
  return () => paths.every((path, at) => before[at] !== undefined && identityOf(path) === before[at]);
}
