/**
 * Trees that tests find in place of the user's directories. A tree is held to a picture: before each test it is what the picture shows,
 * whatever the test before has left, changed or deleted. That costs what has changed, not what is there.
 */
import {
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { bits, isDirectoryWith, makeLink, privately } from '../platform/files';
import { removeStubborn } from '../remove';
import { namesStampOf, stampOf, stillThere } from './stamps';

/** One entry of a picture. Directories know theirs by name. */
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

export function linkTo(path: string): Entry {
  return { kind: 'link', to: path };
}

/** Of entries by their ways from it, with `/`. `mode`: of all directories. */
export function directoryOf(entries: Iterable<readonly [string, Entry]>, mode?: number): Directory {
  const made = new Map<Entry, Map<string, Entry>>();
  const empty = () => {
    const inside = new Map<string, Entry>();
    const directory: Directory = { kind: 'directory', entries: inside, ...(mode !== undefined && { mode }) };
    made.set(directory, inside);
    return directory;
  };
  const root = empty();
  for (const [way, entry] of entries) {
    const names = way.split('/');
    let at = made.get(root)!;
    for (const name of names.slice(0, -1)) {
      let next = at.get(name);
      if (!next || !made.has(next)) at.set(name, (next = empty()));
      at = made.get(next)!;
    }
    at.set(names.at(-1)!, entry);
  }
  return root;
}

export interface Tree {
  /** False once a test has put something else in the place of a directory of it: then it must not be used any more. */
  isOurs(): boolean;
  /**
   * Makes it what the picture shows; `except`, a path, is left to the caller. Returns what of the picture before was gone, replaced or
   * changed: ways from the root, of directories that were gone without what is in them. Throws errors of the file system.
   */
  hold(picture: Directory, except?: string): string[];
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
}

/**
 * A tree at `path`. `shelf`: a directory for files that the next picture lacks: most candidates fail, so half of a large project is not
 * written again for each of them.
 */
export function treeAt(path: string, shelf?: string): Tree {
  const state: State = { path, put: new Map(), directories: new Set(), settled: new Map() };
  const aside = shelf === undefined ? undefined : shelfAt(shelf);
  let isThere: (() => boolean) | undefined;
  return {
    isOurs: () => isThere?.() ?? true,
    hold(picture, except) {
      const changed: string[] = [];
      if (aside) putAside(state, aside, picture);
      bring({ state, aside, except, changed }, picture, '');
      isThere ??= stillThere(path, ...(shelf === undefined ? [] : [shelf]));
      return changed;
    },
  };
}

interface Holding {
  readonly state: State;
  readonly aside: Shelf | undefined;
  readonly except: string | undefined;
  readonly changed: string[];
}

/** From the root on: what is below is only looked at if everything on the way is a directory of ours. `isNew`: there is nothing. */
function bring(holding: Holding, entry: Entry, way: string, isNew = false): void {
  if (entry.kind !== 'directory') return bringLeaf(holding, entry, way, isNew);
  const { state, except } = holding;
  const at = join(state.path, way);
  const settled = state.settled.get(way);
  const isSettled = !isNew && settled?.entry === entry && settled.stamp === namesStampOf(at);
  const isMade = isNew || (!isSettled && !isDirectoryAt(at, entry));
  if (isMade) {
    if (!isNew) clear(holding, way);
    mkdirSync(at);
    state.directories.add(way);
  } else if (!isSettled) removeNew(at, entry, except);
  for (const [name, child] of entry.entries) {
    // A link cannot change unless its directory does.
    if (!isSettled || child.kind !== 'link') bring(holding, child, way === '' ? name : `${way}/${name}`, isMade);
  }
  if (isMade && entry.mode !== undefined) chmodSync(at, entry.mode | privately.directory);
  const stamp = isSettled ? settled.stamp : namesStampOf(at);
  if (stamp === undefined) state.settled.delete(way);
  else state.settled.set(way, { stamp, entry });
}

function bringLeaf(holding: Holding, leaf: Leaf, way: string, isNew: boolean): void {
  const { path, put } = holding.state;
  const at = join(path, way);
  const before = put.get(way);
  if (!isNew && before && isSame(before.leaf, leaf) && before.stamp === stampOf(at)) return;
  if (!isNew) clear(holding, way);
  if (!holding.aside?.giveBack(way, leaf, at)) write(leaf, at);
  put.set(way, { leaf, stamp: stampOf(at)! });
}

/** What is there goes. */
function clear({ state, changed }: Holding, way: string): void {
  if (state.put.has(way) || state.directories.has(way)) changed.push(way);
  removeStubborn(join(state.path, way));
}

function write(leaf: Leaf, at: string): void {
  if (leaf.kind === 'link') return makeLink(leaf.to, at);
  if (leaf.kind === 'file') return copyFile(leaf.from, at);
  writeFileSync(at, leaf.bytes, { flag: 'wx' });
  if (leaf.mode !== undefined) chmodSync(at, leaf.mode & bits.permissions);
}

/** With its times: what builds by time sees the same ones. */
export function copyFile(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  const { atime, mtime } = lstatSync(from);
  utimesSync(to, atime, mtime);
}

function isSame(one: Leaf, other: Leaf): boolean {
  const what = (leaf: Leaf) => (leaf.kind === 'file' ? leaf.from : leaf.kind === 'bytes' ? leaf.bytes : leaf.to);
  return one.kind === other.kind && what(one) === what(other);
}

function isDirectoryAt(path: string, { mode }: Directory): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (mode === undefined)
    return status?.isDirectory() === true && (status.mode & privately.directory) === privately.directory;
  return status !== undefined && isDirectoryWith(status, mode);
}

function removeNew(path: string, { entries, stays }: Directory, except: string | undefined): void {
  for (const name of readdirSync(path)) {
    const at = join(path, name);
    if (!entries.has(name) && at !== except && !stays?.(name)) removeStubborn(at);
  }
}

type Shelf = ReturnType<typeof shelfAt>;

/** One version of each file, which may be wanted again. */
function shelfAt(directory: string) {
  const shelved = new Map<string, Put & { readonly at: string }>();
  let places = 0;
  // A test may have put a link there.
  removeStubborn(directory);
  mkdirSync(directory);
  return {
    /** Moves it here, unless it was changed there. */
    take(way: string, one: Put, from: string): void {
      const at = shelved.get(way)?.at ?? join(directory, String(++places));
      if (stampOf(from) === one.stamp && moves(from, at)) shelved.set(way, { ...one, at });
    },
    has(way: string, leaf: Leaf): boolean {
      const one = shelved.get(way);
      return one !== undefined && isSame(one.leaf, leaf);
    },
    /** False if it is not here as it was. */
    giveBack(way: string, leaf: Leaf, to: string): boolean {
      const one = shelved.get(way);
      if (!one || !isSame(one.leaf, leaf) || stampOf(one.at) !== one.stamp || !moves(one.at, to)) return false;
      return shelved.delete(way);
    },
  };
}

/** Files that are not in this picture. */
function putAside({ path, put }: State, shelf: Shelf, picture: Directory): void {
  for (const [way, one] of put) {
    const next = leafAt(picture, way);
    if (one.leaf.kind === 'link' || (next && isSame(next, one.leaf))) continue;
    if (!next || !shelf.has(way, next)) shelf.take(way, one, join(path, way));
    put.delete(way);
  }
}

function leafAt(picture: Directory, way: string): Leaf | undefined {
  let at: Entry | undefined = picture;
  for (const name of way.split('/')) at = at?.kind === 'directory' ? at.entries.get(name) : undefined;
  return at?.kind === 'directory' ? undefined : at;
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
