/**
 * The original of a file that a run writes candidates to, kept so that it comes back whatever happens to the run.
 *
 * A directory under that for the user's state holds `original` (bytes), `journal.json` (where it belongs) and `candidates` (the files
 * that the run puts in its place, each noted before). Its name is the lock: one run at a time has a file. Names are changed in one
 * step, and only a directory that is no lock any more is emptied: a kill leaves a whole backup or none.
 */
import * as l10n from '@vscode/l10n';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { removeStubborn } from '../../remove';
import { isOwnDirectory } from '../../ownDirectory';
import { makeStateDirectory, StateError, stateDirectory } from '../../stateDirectory';
import { syncDirectory, syncUpwards, writeNew, type Looks } from '../durable';
import { hashOf } from './candidates';
import { SandboxError } from '../place';
import { unlocked } from '../../platform/locked';
import { bits, privately } from '../../platform/permissions';
import { traits } from '../../platform/traits';

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
