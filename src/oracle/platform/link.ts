/** Links: made in the directories of tests, also where the system refuses them, and followed in paths of the user. */
import { copyFileSync, linkSync, mkdirSync, readdirSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, parse, resolve } from 'node:path';

/**
 * The same text for all paths of a file: without links, and spelled as the system does where it takes `A` for `a`. A drive of Windows
 * stays: it may stand for a directory of the network, in which cmd.exe starts nothing. Throws errors of the file system.
 */
export function realPathOf(path: string): string {
  const real = realpathSync.native(path);
  const [drive, given] = [real, resolve(path)].map((one) => parse(one).root.toLowerCase());
  return drive === given ? real : realpathSync(path);
}

/** Anything that stands for `symlinkSync`. */
type Symlink = (target: string, path: string) => void;

/**
 * Windows has links for administrators and developers only. Makes `path` show what is at `target` (relative to the directory of `path`, or absolute): a link; if that is refused, a directory
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
  if (process.platform !== 'win32') symlinkSync(target, path);
  else symlinkSync(target, path, isDirectory(resolve(dirname(path), target)) ? 'junction' : 'file');
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
