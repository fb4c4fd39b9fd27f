/**
 * The original of a file that a run writes candidates to, kept so that it comes back whatever happens to the run.
 *
 * A directory under that for the user's state holds `original` (bytes), `journal.json` (where it belongs), `owner-RUN` (the run root of
 * the run that has the file) and `candidates` (the files that the run puts in its place, each noted before). The name of the directory is
 * the lock: one run at a time has a file. Names are changed in one step, and only a directory that is no lock any more is emptied: a kill
 * leaves a whole backup or none.
 */
import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { attempt, bits, hasCode, privately, unlocked, removeStubborn } from '../../platform/files';
import { traits } from '../../platform/traits';
import { StateError, isOwnDirectory, makeStateDirectory, stateDirectory } from '../../stateDirectory';
import { SandboxError } from '../place';
import { type Looks, bytesOf, hashOf, syncDirectory, writeNew } from './exchange';

export interface BackupNote extends Required<Looks> {
  readonly path: string;
  /** Of the original's bytes. */
  readonly hash: string;
  /** Start of the names of the run's files beside the file (see `besides`). */
  readonly mark: string;
}

/** Beside the file, which is on its own file system. */
export function besides({ mark }: BackupNote) {
  return {
    /** The next candidate; it may be half written. */
    draft: `${mark}.draft`,
    /** Files that were moved out of the place, in this order: the first is the original. */
    out: (number: number) => `${mark}.${number}`,
  };
}

/** Candidates that have left their place and stay beside the file, at most. */
export const mostOut = { files: 64, bytes: 64e6 };

/** Directory of all backups. Throws `StateError`. */
export const backupDirectory = (): string => join(stateDirectory(), 'in-place');

/** Path of the backup of a file, which is without links. */
export function backupOf(path: string): string {
  return join(backupDirectory(), createHash('sha1').update(path).digest('hex').slice(0, 16));
}

/** Keeps the original and takes the lock: the path of the backup. Throws `SandboxError` and `StateError`. */
export function backUp(path: string, run: string): string {
  const all = backupDirectory();
  makeStateDirectory(all);
  if (!isOwnDirectory(all)) {
    throw new StateError(
      l10n.t(
        'Others have access to {0}, where originals are kept: set {1} to a directory of your own.',
        all,
        traits.stateVariable,
      ),
    );
  }
  const [fresh, backup] = [join(all, `new-${run}`), backupOf(path)];
  mkdirSync(fresh, { mode: privately.directory });
  try {
    fill(fresh, path, run);
    takeLock(fresh, backup, path);
  } catch (error) {
    removeStubborn(fresh);
    throw error;
  }
  for (const directory of [all, dirname(all)]) syncDirectory(directory);
  return backup;
}

/** Names of all backups; none where others could have made one. */
export function backups(): string[] {
  return attempt(() => (isOwnDirectory(backupDirectory()) ? readdirSync(backupDirectory()) : []), []);
}

/** Another run, living or not, tests its candidates in the place of this file. */
export function taken(path: string): string {
  return l10n.t(
    '{0} is being reduced in place by another run: wait for it; if there is none, its original is in {1}.',
    path,
    backupOf(path),
  );
}

function fill(directory: string, path: string, run: string): void {
  const { mode, atimeMs, mtimeMs, uid, gid } = lstatSync(path);
  const bytes = bytesOf(path);
  const note: BackupNote = {
    path,
    hash: hashOf(bytes),
    mode: mode & bits.all,
    owner: { uid, gid },
    times: [atimeMs / 1000, mtimeMs / 1000],
    mark: join(dirname(path), `.whittle-${randomBytes(6).toString('hex')}`),
  };
  const files = { original: bytes, 'journal.json': Buffer.from(JSON.stringify(note)), [owner + run]: Buffer.of() };
  for (const [name, content] of Object.entries(files)) {
    writeNew(join(directory, name), content, { mode: privately.file });
  }
  syncDirectory(directory);
}

/** A directory that holds something is not replaced by another one. */
function takeLock(from: string, to: string, path: string): void {
  try {
    unlocked(() => renameSync(from, to));
  } catch (error) {
    // Windows has other codes for that, which a program also causes that has one of our files open.
    const isTaken = hasCode(error, 'ENOTEMPTY', 'EEXIST') || existsSync(to);
    throw isTaken ? new SandboxError(taken(path)) : error;
  }
}

const owner = 'owner-';

/** Takes the backup of an owner that is gone: one of several processes gets it. False if the owner is not, or if we may not know. */
export function takeOver(backup: string, isGone: (run: string) => boolean, run: string): boolean {
  const file = attempt(() => readdirSync(backup), []).find((name) => name.startsWith(owner));
  if (file === undefined || !isGone(file.slice(owner.length))) return false;
  const rename = () => renameSync(join(backup, file), join(backup, owner + run));
  return attempt(() => (unlocked(rename), true), false);
}

/** Undefined if it cannot be read. */
export function noteOf(backup: string): BackupNote | undefined {
  return attempt(() => JSON.parse(readFileSync(join(backup, 'journal.json'), 'utf8')) as BackupNote, undefined);
}

/** Gives the lock back. The new name tells that anyone may remove the directory. */
export function drop(backup: string): void {
  removeStubborn(rename(backup, 'done'));
}

/** Gives the lock back and keeps the directory: its new path. */
export function keep(backup: string, path: string): string {
  return rename(backup, `kept-${basename(path).slice(0, 50)}`);
}

function rename(backup: string, name: string): string {
  const to = join(backupDirectory(), `${name}-${randomBytes(6).toString('hex')}`);
  unlocked(() => renameSync(backup, to));
  return to;
}

const listOf = (backup: string) => join(backup, 'candidates');

/** Before a candidate goes in. `name`: see `nameOf`. On disk when this returns. */
export function addCandidate(backup: string, name: string): void {
  appendFileSync(listOf(backup), `${name}\n`, { mode: privately.file, flush: true });
}

/** Those that may be beside the file, in its place, or on their way: the last that were noted. */
export function candidatesOf(backup: string): ReadonlySet<string> {
  const names = attempt(() => readFileSync(listOf(backup), 'utf8').split('\n').slice(0, -1), []);
  return new Set(names.slice(-mostOut.files - 2));
}
