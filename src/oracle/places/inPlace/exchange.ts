/**
 * How files change places, so that no file is replaced that nobody has looked at: one is moved away, whatever it is by then, and
 * another one moves in only where nothing is. For that moment there is no file at the path. Each file is whole, also after the process or
 * the machine went down in the middle.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  futimesSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { attempt, bits, privately, unlocked } from '../../platform/files';
import { platform } from '../../platform/platform';
import { traits } from '../../platform/traits';

export interface Looks {
  /** Permissions. */
  readonly mode: number;
  /** Numbers of a user and a group. Ours if unset, or if we may not give files away. */
  readonly owner?: { readonly uid: number; readonly gid: number };
  /** Times of access and of the last change, s; now if unset. */
  readonly times?: readonly [number, number];
}

/** A new file that is on disk when this returns; its name is when its directory is synced. */
export function writeNew(path: string, bytes: Uint8Array, { mode, times, owner }: Looks): void {
  remove(path);
  const file = openSync(path, 'wx', privately.file);
  try {
    writeFileSync(file, bytes);
    // In this order: a change of the owner clears some permissions. And no program of ours may run as its owner for others.
    const isTheirs = !owner || attempt(() => (fchownSync(file, owner.uid, owner.gid), true), false);
    fchmodSync(file, isTheirs ? mode : mode & bits.permissions);
    if (times) futimesSync(file, ...times);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The names in a directory are on disk when this returns. */
export function syncDirectory(path: string): void {
  if (!traits.syncsDirectories) return;
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

/** A file that cannot be read for a moment is no other one. */
export function bytesOf(path: string): Buffer {
  return unlocked(() => readFileSync(path));
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Undefined if there is no ordinary file. */
export function hashAt(path: string): string | undefined {
  return attempt(() => (lstatSync(path).isFile() ? hashOf(bytesOf(path)) : undefined), undefined);
}

/**
 * What tells a candidate that we have written: the file (inode) and its bytes in one line. A text alone says nothing: a user may save one
 * that was tested too. Undefined if there is no ordinary file.
 */
export function nameOf(path: string): string | undefined {
  const hash = hashAt(path);
  return hash && attempt(() => `${lstatSync(path, { bigint: true }).ino} ${hash}`, undefined);
}

export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Nothing happens if there is no file. */
export function remove(path: string): void {
  unlocked(() => rmSync(path, { force: true, recursive: true }));
}

/** Nothing happens if there is no file at `path`. At `away` there is none. */
export function moveAway(path: string, away: string): void {
  try {
    unlocked(() => renameSync(path, away));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || isThere(path)) throw error;
  }
}

/** False if there is a file at `path`: both stay where they are. */
export function moveIn(from: string, path: string): boolean {
  try {
    linkSync(from, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || isThere(path)) return false;
    // This file system has no hard links: a file that comes between these two lines is replaced.
    unlocked(() => renameSync(from, path));
    return true;
  }
  unlocked(() => unlinkSync(from));
  return true;
}

/** Kept open at most: files, and bytes of them all. */
const most = { files: 64, bytes: 64e6 };

/** Between two looks at the programs that have a file open, and how long they are waited for, ms. */
const patience = { step: 20, most: 2000 };

/** An open file of ours. */
interface Followed {
  readonly file: number;
  readonly hash: string;
  /** When it left its place. */
  readonly size: number;
  readonly mtimeMs: number;
}

/** Opens a candidate, to be followed when it leaves; undefined where that would hinder the test. */
export function openToFollow(path: string): number | undefined {
  return traits.replacesOpenFiles ? attempt(() => openSync(path, 'r'), undefined) : undefined;
}

/** Candidates that have left their place and are still open here: a program that opened one before may write to it yet, which must not be lost. */
export function followDepartures() {
  const departed: Followed[] = [];
  let found: Buffer | undefined;
  const look = ({ file, hash }: Followed) => {
    const bytes = contentOf(file);
    if (hashOf(bytes) !== hash) found = bytes;
  };
  const drop = (one: Followed) => {
    look(one);
    closeSync(one.file);
  };
  const excess = () => departed.length > most.files || departed.reduce((sum, { size }) => sum + size, 0) > most.bytes;
  return {
    /** A candidate that has just left; it is not followed unless it is open. */
    add({ file, hash }: { readonly file?: number; readonly hash: string }): void {
      if (file === undefined) return;
      const { size, mtimeMs } = fstatSync(file);
      departed.push({ file, hash, size, mtimeMs });
      while (departed.length > 1 && excess()) drop(departed.shift()!);
    },
    /** What someone else has written to one of them. */
    written(): Buffer | undefined {
      departed.filter(isTouched).forEach(look);
      return found;
    },
    /** The same at the end. Waits for programs that have a file open for writing whose path contains `mark`. */
    close(mark: string): Buffer | undefined {
      if (departed.length > 0) waitForWriters(mark);
      departed.splice(0).forEach(drop);
      return found;
    },
  };
}

function isTouched({ file, size, mtimeMs }: Followed): boolean {
  const now = fstatSync(file);
  return now.size !== size || now.mtimeMs !== mtimeMs;
}

function contentOf(file: number): Buffer {
  const bytes = Buffer.alloc(fstatSync(file).size);
  let at = 0;
  for (let read = 1; read > 0 && at < bytes.length; at += read) read = readSync(file, bytes, at, bytes.length - at, at);
  return bytes.subarray(0, at);
}

function waitForWriters(mark: string): void {
  for (let waited = 0; waited < patience.most; waited += patience.step) {
    const written = platform.isWritten(mark);
    if (written === false) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, patience.step);
    // The system does not tell: this must do.
    if (written === undefined) return;
  }
}
