/**
 * How files change places, so that no file is replaced that nobody has looked at: one is moved away, whatever it is by then, and
 * another one moves in only where nothing is. For that moment there is no file at the path. Each file is whole, also after the process or
 * the machine went down in the middle.
 */
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { attempt, bits, hasCode, isThere, privately, unlocked } from '../../platform/files';
import { platform } from '../../platform/platform';
import { traits } from '../../platform/traits';

export interface Looks {
  readonly mode: number;
  /** Numbers of a user and a group. Ours if unset, or if we may not give files away. */
  readonly owner?: { readonly uid: number; readonly gid: number };
  /** Times of access and of the last change, s; now if unset. */
  readonly times?: readonly [number, number];
}

/** A new file that is on disk when this returns; its name is when its directory is synced. */
export function writeNew(path: string, bytes: Uint8Array, { mode, times, owner }: Looks): void {
  remove(path);
  const file = fs.openSync(path, 'wx', privately.file);
  try {
    fs.writeFileSync(file, bytes);
    // In this order: a change of the owner clears some permissions. And no program of ours may run as its owner for others.
    const isTheirs = !owner || attempt(() => (fs.fchownSync(file, owner.uid, owner.gid), true), false);
    fs.fchmodSync(file, isTheirs ? mode : mode & bits.permissions);
    if (times) fs.futimesSync(file, ...times);
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}

/** The names in a directory are on disk when this returns. */
export function syncDirectory(path: string): void {
  if (!traits.syncsDirectories) return;
  const directory = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(directory);
  } finally {
    fs.closeSync(directory);
  }
}

/** A file that cannot be read for a moment is no other one. */
export const bytesOf = (path: string): Buffer => unlocked(() => fs.readFileSync(path));

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Undefined if there is no ordinary file. */
export function hashAt(path: string): string | undefined {
  return attempt(() => (fs.lstatSync(path).isFile() ? hashOf(bytesOf(path)) : undefined), undefined);
}

/**
 * What tells a candidate that we have written: the file (inode) and its bytes in one line. A text alone says nothing: a user may save one
 * that was tested too. Undefined if there is no ordinary file.
 */
export function nameOf(path: string): string | undefined {
  const hash = hashAt(path);
  return hash && attempt(() => `${fs.lstatSync(path, { bigint: true }).ino} ${hash}`, undefined);
}

/** Nothing happens if there is no file. */
export function remove(path: string): void {
  unlocked(() => fs.rmSync(path, { force: true, recursive: true }));
}

/** Nothing happens if there is no file at `path`. At `away` there is none. */
export function moveAway(path: string, away: string): void {
  try {
    unlocked(() => fs.renameSync(path, away));
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || isThere(path)) throw error;
  }
}

/** False if there is a file at `path`: both stay where they are. */
export function moveIn(from: string, path: string): boolean {
  try {
    fs.linkSync(from, path);
  } catch (error) {
    if (hasCode(error, 'EEXIST') || isThere(path)) return false;
    // This file system has no hard links: a file that comes between these two lines is replaced.
    unlocked(() => fs.renameSync(from, path));
    return true;
  }
  unlocked(() => fs.unlinkSync(from));
  return true;
}

/** Between two looks at the programs that have a file open, and how long they are waited for, ms. */
const patience = { step: 20, most: 2000 };

/** Waits for programs that have a file open for writing whose path contains `mark`; where the system does not tell, for a moment. */
export function waitForWriters(mark: string): void {
  for (let waited = 0; waited < patience.most; waited += patience.step) {
    const written = platform.isWritten(mark);
    if (written === false) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, patience.step);
    if (written === undefined) return;
  }
}
