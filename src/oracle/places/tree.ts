/** A tree made from a picture of directories of the user. One test runs in it after the other; between them, all changes are undone. */
import { chmodSync, constants, copyFileSync, lstatSync, mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { isDirectoryWith, makeLink, privately } from '../platform/files';
import { removeStubborn } from '../remove';

/** One entry of a picture. Directories know theirs by name. */
export type Entry =
  | {
      readonly kind: 'directory';
      readonly mode: number;
      readonly entries: ReadonlyMap<string, Entry>;
      /** Names of new entries that stay from one test to the next: caches of tools. */
      readonly stays?: (name: string) => boolean;
    }
  /** `from`: our copy. */
  | { readonly kind: 'file'; readonly from: string }
  /** `to` as it is written in the link. */
  | { readonly kind: 'link'; readonly to: string };

export type Directory = Extract<Entry, { kind: 'directory' }>;

export function linkTo(path: string): Entry {
  return { kind: 'link', to: path };
}

/** Never copied: what others have installed, what can be built again, and histories but that of git. */
export const linked = new Set(['node_modules', '.hg', '.svn', '.venv', 'venv', '.tox', '.nox', 'target', '.gradle']);

/** Left out: where tests run, ours and those of others. */
export const runRoots = /^whittle-run-/;

/** Of each file and link as it was made; of each directory as it was when its names were last read. */
interface Stamps {
  readonly entries: Map<string, string>;
  readonly directories: Map<string, string>;
}

/**
 * Brings the tree back to its picture; `except` is left to the caller. Returns what of the picture was gone, replaced or changed: ways
 * from the root of the tree, of directories that were gone without what is in them.
 */
export type Repair = (except?: string) => string[];

export function makeTree(path: string, directory: Directory): Repair {
  const stamps: Stamps = { entries: new Map(), directories: new Map() };
  make(path, directory, stamps);
  return (except) => {
    const changed: string[] = [];
    repair({ path, except, stamps, changed }, directory, []);
    return changed;
  };
}

function make(path: string, entry: Entry, stamps: Stamps): void {
  if (entry.kind === 'directory') {
    mkdirSync(path);
    for (const [name, child] of entry.entries) make(join(path, name), child, stamps);
    chmodSync(path, entry.mode | privately.directory);
    return;
  }
  if (entry.kind === 'link') makeLink(entry.to, path);
  else copy(entry.from, path);
  stamps.entries.set(path, stampOf(path)!);
}

function copy(from: string, path: string): void {
  copyFileSync(from, path, constants.COPYFILE_FICLONE);
  const { atime, mtime } = lstatSync(from);
  utimesSync(path, atime, mtime);
}

interface Repairing {
  /** Of the tree. */
  readonly path: string;
  readonly except: string | undefined;
  readonly stamps: Stamps;
  readonly changed: string[];
}

/** From the root on: what is below is only looked at if everything on the way is a directory of ours. */
function repair(tree: Repairing, entry: Entry, way: readonly string[]): void {
  const { stamps, except, changed } = tree;
  const at = join(tree.path, ...way);
  const isSettled = isSameStamp(stamps.directories.get(at), entry.kind === 'directory' ? namesStampOf(at) : undefined);
  if (!isSettled && !isAsMade(at, entry, stamps)) {
    changed.push(way.join('/'));
    removeStubborn(at);
    make(at, entry, stamps);
    return;
  }
  if (entry.kind !== 'directory') return;
  if (!isSettled) removeNew(at, entry, except);
  for (const [name, child] of entry.entries) {
    // A link cannot change unless its directory does.
    if (!isSettled || child.kind !== 'link') repair(tree, child, [...way, name]);
  }
  if (!isSettled) note(at, stamps);
}

function isAsMade(at: string, entry: Entry, stamps: Stamps): boolean {
  if (entry.kind !== 'directory') return stampOf(at) === stamps.entries.get(at);
  const status = lstatSync(at, { throwIfNoEntry: false });
  return status !== undefined && isDirectoryWith(status, entry.mode);
}

function removeNew(path: string, { entries, stays }: Directory, except: string | undefined): void {
  for (const name of readdirSync(path)) {
    const at = join(path, name);
    if (!entries.has(name) && at !== except && !stays?.(name)) removeStubborn(at);
  }
}

/** Without a stamp nobody knows. */
function isSameStamp(before: string | undefined, now: string | undefined): boolean {
  return before !== undefined && before === now;
}

function note(at: string, { directories }: Stamps): void {
  const stamp = namesStampOf(at);
  if (stamp === undefined) directories.delete(at);
  else directories.set(at, stamp);
}

/** Of a file or a link: other once it has been changed, or something else stands there. Undefined: nothing does. */
export function stampOf(path: string): string | undefined {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status && `${status.ino} ${status.size} ${status.mtimeMs} ${status.mode}`;
}

/** Clocks of file systems are coarse: two changes in so many milliseconds may have the same time. */
const tick = 100;

/** Of a directory: other once a name in it has come, gone or been given to something else. Undefined if it has just changed. */
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
