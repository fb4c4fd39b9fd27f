/** Files that are still whole after the process or the machine went down in the middle. */
import { closeSync, fdatasyncSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { fchmodSync, futimesSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Looks {
  /** Permissions. */
  readonly mode: number;
  /** Times of access and of the last change, s; now if unset. */
  readonly times?: readonly [number, number];
}

/** A new file that is on disk when this returns; its name is when its directory is synced. */
export function writeNew(path: string, bytes: Uint8Array, { mode, times }: Looks): void {
  rmSync(path, { force: true });
  const file = openSync(path, 'wx', 0o600);
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    fchmodSync(file, mode);
    if (times) futimesSync(file, ...times);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Puts a file in the place of another: whoever looks sees the one or the other, whole. `draft` is beside it. */
export function replaceBy(draft: string, path: string, bytes: Uint8Array, looks: Looks): void {
  writeNew(draft, bytes, looks);
  renameSync(draft, path);
}

/** A line more at the end of a file, on disk when this returns. */
export function addLine(path: string, line: string): void {
  const file = openSync(path, 'a', 0o600);
  try {
    writeSync(file, `${line}\n`);
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The names in a directory are on disk when this returns. */
export function syncDirectory(path: string): void {
  // Windows has no such thing.
  if (process.platform === 'win32') return;
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
