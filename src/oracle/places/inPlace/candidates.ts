/**
 * Which files are candidates that we have written: the same file (inode) with the same bytes. A text alone says nothing, a user may
 * save one that was tested too. The list is kept beside the original, for whoever restores it after a kill.
 */
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unlocked } from '../../platform/locked';
import { addLine } from '../durable';

/** No other candidate can be in place, or on its way out of it. */
const mostInPlace = 2;

const listOf = (backup: string) => join(backup, 'candidates');

/** The file and its bytes in one line; undefined if there is no ordinary file. */
export function nameOf(path: string): string | undefined {
  try {
    const file = lstatSync(path, { bigint: true });
    return file.isFile() ? `${file.ino} ${hashOf(bytesOf(path))}` : undefined;
  } catch {
    return undefined;
  }
}

/** Another one if the file was written to, except within a few milliseconds and to the same size; undefined if there is none. */
export function stampOf(path: string): string | undefined {
  const file = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return file && `${file.ino} ${file.size} ${file.mtimeNs}`;
}

/** Before a candidate goes in. */
export function note(backup: string, name: string): void {
  addLine(listOf(backup), name);
}

/** Those that may be in place: the last that were noted. */
export function candidatesOf(backup: string): ReadonlySet<string> {
  try {
    const names = readFileSync(listOf(backup), 'utf8').split('\n').slice(0, -1);
    return new Set(names.slice(-mostInPlace));
  } catch {
    return new Set();
  }
}

/** A file that cannot be read for a moment is no other one. */
function bytesOf(path: string): Buffer {
  return unlocked(() => readFileSync(path));
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Undefined if there is no ordinary file. */
export function hashAt(path: string): string | undefined {
  try {
    return lstatSync(path).isFile() ? hashOf(bytesOf(path)) : undefined;
  } catch {
    return undefined;
  }
}
