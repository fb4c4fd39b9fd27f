/** Links in the directories of tests, also where the system refuses them: Windows has them for administrators and developers only. */
import { copyFileSync, linkSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Anything that stands for `symlinkSync`. */
type Symlink = (target: string, path: string) => void;

/**
 * Makes `path` show what is at `target` (relative to the directory of `path`, or absolute): a link; if that is refused, a directory
 * of hard links, or of copies where these are refused too. Throws errors of the file system.
 */
export function makeLink(target: string, path: string, symlink: Symlink = symlinkOf): void {
  try {
    symlink(target, path);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    makeLikeness(resolve(dirname(path), target), path);
  }
}

function symlinkOf(target: string, path: string): void {
  // A junction needs no right, but leads to directories only.
  symlinkSync(target, path, isDirectory(resolve(dirname(path), target)) ? 'junction' : 'file');
}

function isRefusal(error: unknown): boolean {
  return ['EPERM', 'EACCES', 'ENOTSUP', 'ENOSYS', 'EINVAL', 'UNKNOWN'].includes(
    String((error as NodeJS.ErrnoException).code),
  );
}

function makeLikeness(from: string, path: string): void {
  if (!isDirectory(from)) return likeFile(from, path);
  mkdirSync(path);
  for (const name of readdirSync(from)) makeLikeness(join(from, name), join(path, name));
}

function likeFile(from: string, path: string): void {
  try {
    linkSync(from, path);
  } catch {
    copyFileSync(from, path);
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
