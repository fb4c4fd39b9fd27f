/**
 * Permissions, links and locked files. Windows has rights of another kind, and shows the same few bits for all files; it has links for
 * administrators and developers only, and moves or replaces no file that a program has open.
 */
import * as fs from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join, parse, resolve } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';

/** For nobody else. */
export const privately = { file: 0o600, directory: 0o700 };

export const bits = {
  /** Read, write and execute, for all. */
  permissions: 0o777,
  /** And to run with the rights of the owner. */
  all: 0o7777,
  /** What others may. */
  others: 0o077,
};

export const usual = { file: 0o644, program: 0o755, directory: 0o40755, privateDirectory: 0o40700 };

/**
 * The same text for all paths of a file: without links, and spelled as the system does where it takes `A` for `a`. A drive of Windows
 * stays: it may stand for a directory of the network, in which cmd.exe starts nothing. Throws errors of the file system.
 */
export function realPathOf(path: string): string {
  const real = fs.realpathSync.native(path);
  const [drive, given] = [real, resolve(path)].map((one) => parse(one).root.toLowerCase());
  return drive === given ? real : fs.realpathSync(path);
}

/**
 * Makes `path` show what is at `target` (relative to the directory of `path`, or absolute): a link; if that is refused, a directory
 * of hard links, or of copies where these are refused too. Throws errors of the file system.
 */
export function makeLink(target: string, path: string, symlink = symlinkOf): void {
  try {
    symlink(target, path);
  } catch (error) {
    if (!hasCode(error, 'EPERM', 'EACCES', 'ENOTSUP', 'ENOSYS', 'EINVAL', 'UNKNOWN')) throw error;
    makeLikeness(resolve(dirname(path), target), path);
  }
}

function symlinkOf(target: string, path: string): void {
  // A junction needs no right, but leads to directories only.
  if (process.platform !== 'win32') fs.symlinkSync(target, path);
  else fs.symlinkSync(target, path, isDirectory(resolve(dirname(path), target)) ? 'junction' : 'file');
}

function makeLikeness(from: string, path: string): void {
  if (!isDirectory(from) && attempt(() => (fs.linkSync(from, path), true), false)) return;
  if (!isDirectory(from)) return fs.copyFileSync(from, path);
  fs.mkdirSync(path);
  for (const name of fs.readdirSync(from)) makeLikeness(join(from, name), join(path, name));
}

export const isDirectory = (path: string): boolean => attempt(() => fs.statSync(path).isDirectory(), false);

/** A directory of this user, not a link to one. */
export function isOurDirectory(path: string): boolean {
  const status = fs.lstatSync(path, { throwIfNoEntry: false });
  if (!status?.isDirectory()) return false;
  return process.geteuid === undefined || status.uid === process.geteuid();
}

/** ms */
const patience = { step: 50, most: 1000 };

/** Is a file locked? Only Windows locks files so: elsewhere such an error has another cause. */
function isLocked(error: unknown, system: NodeJS.Platform): boolean {
  return system === 'win32' && hasCode(error, 'EBUSY', 'EPERM', 'EACCES');
}

/** Does the work again while a file is locked, for a second. Throws the last error. */
export function unlocked<T>(work: () => T, system: NodeJS.Platform = process.platform): T {
  for (let waited = 0; ; waited += patience.step) {
    try {
      return work();
    } catch (error) {
      if (waited >= patience.most || !isLocked(error, system)) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, patience.step);
  }
}

/** The same, and other work goes on meanwhile. */
export function whenUnlocked<T>(work: () => Promise<T>, system: NodeJS.Platform = process.platform): Promise<T> {
  return patiently(work, (error) => isLocked(error, system));
}

/** Does the work again while its error may be over in a moment, for `most` ms. Throws the last error. */
export async function patiently<T>(
  work: () => Promise<T>,
  isPassing: (error: unknown) => boolean,
  most = patience.most,
): Promise<T> {
  for (let waited = 0; ; waited += patience.step) {
    try {
      return await work();
    } catch (error) {
      if (waited >= most || !isPassing(error)) throw error;
    }
    await later(patience.step);
  }
}

/** Is there anything, a link to nowhere too? */
export function isThere(path: string): boolean {
  return fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Of a file or a link: another one once it has been changed, or something else stands there. Undefined: nothing does. */
export function stampOf(path: string): string | undefined {
  const status = fs.lstatSync(path, { throwIfNoEntry: false });
  return status && `${status.ino} ${status.size} ${status.mtimeMs} ${status.mode}`;
}

export function isFile(path: string): boolean {
  return fs.statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** May this user run it? Windows has no such right. */
export function isExecutable(path: string): boolean {
  return attempt(() => (fs.accessSync(path, fs.constants.X_OK), true), false);
}

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Does the work; what has just gone, or may not be read or listed, does not matter. */
export function tolerating(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR')) throw error;
  }
}

export function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** Is it a directory whose names the user may see? */
export const isReadable = (path: string): boolean => attempt(() => fs.readdirSync(path).length >= 0, false);

/** None if it may not be listed. */
export function entriesOf(directory: string): fs.Dirent[] {
  return attempt(() => fs.readdirSync(directory, { withFileTypes: true }), []);
}

const removal = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 };

/** What a test has had: a directory that is empty, or has this file in it, goes at once; what else was left there takes longer. */
export async function removeAfter(directory: string, file?: string): Promise<void> {
  try {
    // A test may have put a link there, to files that are not ours.
    if (file !== undefined && fs.lstatSync(directory).isDirectory()) fs.unlinkSync(file);
    fs.rmdirSync(directory);
  } catch {
    await rm(directory, removal).catch(() => removeStubborn(directory));
  }
}

/** Also files that a test has made unwritable. Never throws. */
export function removeStubborn(path: string): void {
  attempt(() => {
    if (fs.lstatSync(path).isDirectory()) unlock(path);
    fs.rmSync(path, removal);
  }, undefined);
}

function unlock(directory: string): void {
  attempt(() => fs.chmodSync(directory, privately.directory), undefined);
  for (const entry of entriesOf(directory)) if (entry.isDirectory()) unlock(join(directory, entry.name));
}
