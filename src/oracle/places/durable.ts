/** Files that are still whole after the process or the machine went down in the middle. */
import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  rmSync,
  writeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  futimesSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { bits, privately, unlocked } from '../platform/files';
import { traits } from '../platform/traits';

/** Numbers of a user and a group. */
interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export interface Looks {
  /** Permissions. */
  readonly mode: number;
  /** Ours if unset, or if we may not give files away. */
  readonly owner?: Owner;
  /** Times of access and of the last change, s; now if unset. */
  readonly times?: readonly [number, number];
}

/** A new file that is on disk when this returns; its name is when its directory is synced. */
export function writeNew(path: string, bytes: Uint8Array, { mode, times, owner }: Looks): void {
  unlocked(() => rmSync(path, { force: true }));
  const file = openSync(path, 'wx', privately.file);
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    // In this order: a change of the owner clears some permissions. And no program of ours may run as its owner for others.
    fchmodSync(file, !owner || gaveTo(file, owner) ? mode : mode & bits.permissions);
    if (times) futimesSync(file, ...times);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Does the file belong to this owner now? */
function gaveTo(file: number, { uid, gid }: Owner): boolean {
  const now = fstatSync(file);
  if (now.uid === uid && now.gid === gid) return true;
  try {
    fchownSync(file, uid, gid);
    return true;
  } catch {
    return false;
  }
}

/** A line more at the end of a file, on disk when this returns. */
export function addLine(path: string, line: string): void {
  const file = openSync(path, 'a', privately.file);
  try {
    writeSync(file, `${line}\n`);
    fdatasyncSync(file);
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

/** Also the directory that names this one. */
export function syncUpwards(path: string): void {
  syncDirectory(path);
  syncDirectory(dirname(path));
}
