/**
 * The original of a file that a run writes candidates to, kept so that it comes back whatever happens to the run.
 *
 * A directory under that for the user's state holds `original` (bytes), `journal.json` (where it belongs) and `candidates` (the files
 * that the run puts in its place, each noted before). Its name is the lock: one run at a time has a file. Names are changed in one
 * step, and only a directory that is no lock any more is emptied: a kill leaves a whole backup or none.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { StateError, isOwnDirectory, makeStateDirectory, stateDirectory } from '../../stateDirectory';
import { bits, privately, unlocked } from '../../platform/files';
import { traits } from '../../platform/traits';
import { removeStubborn } from '../../remove';
import { type Looks, addLine, syncDirectory, syncUpwards, writeNew } from '../durable';
import { SandboxError } from '../place';

export interface BackupNote extends Required<Looks> {
  readonly path: string;
  /** Of the original's bytes. */
  readonly hash: string;
  /** Name of the run root of the run that writes to the file. */
  readonly run: string;
  /** Start of the names of the run's files beside the file (see `besides`). */
  readonly mark: string;
}

/** Directory of all backups. Throws `StateError`. */
export function backupDirectory(): string {
  return join(stateDirectory(), 'in-place');
}

/** Name of the backup of a file. */
export function backupName(path: string): string {
  return createHash('sha1').update(path).digest('hex').slice(0, 16);
}

/** Names beside the file. */
export function besides({ mark }: Pick<BackupNote, 'mark'>) {
  return {
    /** The next candidate. */
    draft: `${mark}.draft`,
    /** The original, while a candidate is in its place. */
    aside: `${mark}.original`,
    /** The file that was just moved out of its place. */
    out: `${mark}.out`,
    /** The same when the original comes back. */
    last: `${mark}.last`,
  };
}

/** Keeps the original and takes the lock: the path of the backup. Throws `SandboxError` and `StateError`. */
export function backUp(path: string, run: string): string {
  const all = backupDirectory();
  makeStateDirectory(all);
  if (!isOwnDirectory(all)) throw new StateError(notPrivate(all));
  const held = holderOf(path);
  if (held) throw new SandboxError(held);
  const fresh = join(all, `new-${run}`);
  const backup = join(all, backupName(path));
  mkdirSync(fresh, { mode: privately.directory });
  try {
    fill(fresh, path, run);
    renameLocked(fresh, backup, path);
  } catch (error) {
    removeStubborn(fresh);
    throw error;
  }
  syncUpwards(all);
  return backup;
}

/** A sentence if candidates of another run, living or not, are tested in the place of this file; without links. */
export function holderOf(path: string): string | undefined {
  const name = backupName(path);
  const backup = backups().find((entry) => entry === name || entry.startsWith(`claim-${name}-`));
  return backup && taken(path, backup);
}

/** Names of all backups; none where others could have made one. */
export function backups(): string[] {
  try {
    const all = backupDirectory();
    return isOwnDirectory(all) ? readdirSync(all) : [];
  } catch {
    return [];
  }
}

function notPrivate(directory: string): string {
  return l10n.t(
    'Others have access to {0}, where originals are kept: set {1} to a directory of your own.',
    directory,
    traits.stateVariable,
  );
}

function taken(path: string, name: string): string {
  return l10n.t(
    '{0} is being reduced in place by another run: wait for it; if there is none, its original is in {1}.',
    path,
    join(backupDirectory(), name),
  );
}

function renameLocked(from: string, to: string, path: string): void {
  try {
    unlocked(() => renameSync(from, to));
  } catch (error) {
    // Windows has other codes for that, which a program also causes that has one of our files open.
    const isThere = ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '') || existsSync(to);
    if (isThere) throw new SandboxError(taken(path, basename(to)));
    throw error;
  }
}

function fill(directory: string, path: string, run: string): void {
  const { mode, atimeMs, mtimeMs, uid, gid } = lstatSync(path);
  const bytes = unlocked(() => readFileSync(path));
  const journal: BackupNote = {
    path,
    hash: hashOf(bytes),
    run,
    mode: mode & bits.all,
    owner: { uid, gid },
    times: [atimeMs / 1000, mtimeMs / 1000],
    mark: join(dirname(path), `.whittle-${randomBytes(6).toString('hex')}`),
  };
  writeNew(join(directory, 'original'), bytes, { mode: privately.file });
  writeNew(join(directory, 'journal.json'), Buffer.from(JSON.stringify(journal)), { mode: privately.file });
  syncDirectory(directory);
}

/** Undefined if it cannot be read. */
export function journalOf(backup: string): BackupNote | undefined {
  try {
    return JSON.parse(readFileSync(join(backup, 'journal.json'), 'utf8')) as BackupNote;
  } catch {
    return undefined;
  }
}

/** Gives the lock back. The new name tells that anyone may remove the directory. */
export function drop(backup: string): void {
  const done = join(backupDirectory(), `done-${randomBytes(6).toString('hex')}`);
  unlocked(() => renameSync(backup, done));
  removeStubborn(done);
}

/** Gives the lock back and keeps the directory: its new path. */
export function keep(backup: string, path: string): string {
  const kept = join(backupDirectory(), `kept-${basename(path).slice(0, 50)}-${randomBytes(4).toString('hex')}`);
  unlocked(() => renameSync(backup, kept));
  return kept;
}

/** No other candidate can be in place, or on its way out of it. */
const mostInPlace = 2;

const listOf = (backup: string) => join(backup, 'candidates');

/**
 * What tells a candidate that we have written: the file (inode) and its bytes in one line. A text alone says nothing: a user may save one
 * that was tested too. Undefined if there is no ordinary file.
 */
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
