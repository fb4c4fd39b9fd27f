/**
 * How files change places, so that no file is replaced that nobody has looked at: one is moved away, whatever it is by then, and
 * another one moves in only where nothing is. For that moment there is no file at the path.
 */
import { linkSync, lstatSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { unlocked } from '../../platform/locked';

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
