/**
 * The original goes back to its place. What anybody else has written meanwhile, to the file that is there or to one that has left,
 * comes before it: then that is in place, and the original is kept in the backup.
 */
import {
  closeSync,
  cpSync,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  unlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { unlocked } from '../../platform/files';
import { platform } from '../../platform/platform';
import { traits } from '../../platform/traits';
import { syncDirectory, writeNew } from '../durable';
import { type BackupNote, besides, candidatesOf, drop, hashAt, hashOf, keep, nameOf } from './backup';

/**
 * What someone else has written to candidates that have left their place; `left`: the last one has just done so. It is asked once,
 * when nothing of ours is in place any more.
 */
export type Late = (left: boolean) => Uint8Array | undefined;

/**
 * Gives the backup back. Returns what the user must know in one sentence: someone else's text is in place, or the original could not
 * be put there; then the backup is kept.
 */
export function putBack(backup: string, journal: BackupNote, late: Late = () => undefined): string | undefined {
  try {
    const saved = vacated(backup, journal, late);
    const count = placed(backup, journal, saved);
    for (const litter of Object.values(besides(journal))) remove(litter);
    syncDirectory(dirname(journal.path));
    if (count > 0) return told(journal.path, keep(backup, journal.path), count);
    drop(backup);
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const original = join(backup, 'original');
    return l10n.t('{0} cannot be restored ({1}): copy its original from {2}.', journal.path, code ?? message, original);
  }
}

function told(path: string, kept: string, count: number): string {
  if (count === 1) {
    return l10n.t(
      '{0} was changed while it was tested in place, by you or by the test, and keeps that change: its original is {1}.',
      path,
      join(kept, 'original'),
    );
  }
  return l10n.t(
    '{0} was changed several times while it was tested in place: it keeps the last change, and the others and its original are in {1}.',
    path,
    kept,
  );
}

/** Takes the last candidate out of its place. Returns the files that someone else has written to, the latest first; none of them in place. */
function vacated(backup: string, journal: BackupNote, late: Late): string[] {
  const { draft, aside, out, last } = besides(journal);
  const candidates = candidatesOf(backup);
  const isOurs = (at: string) => candidates.has(nameOf(at) ?? '');
  // It may be half written, or the other name of the file that is in place.
  remove(draft);
  if (isOurs(last)) remove(last);
  const leaving = !isThere(last) && isOurs(journal.path);
  if (leaving) moveAway(journal.path, last);
  const bytes = late(leaving && isOurs(last));
  // It may be the one that has just left.
  if (bytes && hashAt(last) !== hashOf(bytes)) writeNew(draft, bytes, { ...journal, times: undefined });
  const isForeign = (at: string) => (at === aside ? hashAt(at) !== journal.hash : !isOurs(at));
  return [last, draft, out, aside].filter((at) => isThere(at) && isForeign(at));
}

/** Puts in place what belongs there, unless someone else did. Returns how many texts are not ours, the one in place among them. */
function placed(backup: string, journal: BackupNote, saved: readonly string[]): number {
  const { path, hash } = journal;
  const [next = original(backup, journal), ...others] = saved;
  const isIn = moveIn(next, path);
  const rest = isIn || saved.length === 0 ? others : saved;
  rest.forEach((file, at) => cpSync(file, join(backup, `saved-${at + 1}`), { recursive: true }));
  const isForeign = isIn ? saved.length > 0 : hashAt(path) !== hash && wasReplaced(backup);
  return rest.length + Number(isForeign);
}

/** Has any candidate been in place? */
function wasReplaced(backup: string): boolean {
  return candidatesOf(backup).size > 0;
}

/** The file itself, or if that is gone, one like it. */
function original(backup: string, journal: BackupNote): string {
  const { draft, aside } = besides(journal);
  if (!isThere(aside) && !isThere(journal.path)) writeNew(draft, readFileSync(join(backup, 'original')), journal);
  return isThere(aside) ? aside : draft;
}

/**
 * How files change places, so that no file is replaced that nobody has looked at: one is moved away, whatever it is by then, and
 * another one moves in only where nothing is. For that moment there is no file at the path.
 */
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

/** Kept open at most: files, and bytes of them all. */
const most = { files: 64, bytes: 64e6 };

/** Between two looks at the programs that have a file open, and how long they are waited for, ms. */
const patience = { step: 20, most: 2000 };

interface Departed {
  readonly file: number;
  readonly hash: string;
  /** When it left: sizes are in bytes. */
  readonly size: number;
  readonly mtimeMs: number;
}

/** Opens a candidate, to be followed when it leaves; undefined where that would hinder the test. */
export function openToFollow(path: string): number | undefined {
  if (!traits.replacesOpenFiles) return undefined;
  try {
    return openSync(path, 'r');
  } catch {
    return undefined;
  }
}

/** Candidates that have left their place and are still open here: a program that opened one before may write to it yet, which must not be lost. */
export function followDepartures() {
  const departed: Departed[] = [];
  let found: Buffer | undefined;
  const drop = (one: Departed) => {
    const bytes = contentOf(one);
    if (hashOf(bytes) !== one.hash) found = bytes;
    closeSync(one.file);
  };
  const excess = () => departed.length > most.files || departed.reduce((sum, { size }) => sum + size, 0) > most.bytes;
  return {
    /** An open candidate that has just left; undefined if it cannot be kept open. */
    add(file: number | undefined, hash: string): void {
      if (file === undefined) return;
      const { size, mtimeMs } = fstatSync(file);
      departed.push({ file, hash, size, mtimeMs });
      while (departed.length > 1 && excess()) drop(departed.shift()!);
    },
    /** What someone else has written to one of them. */
    written(): Buffer | undefined {
      const touched = departed.findLast(isTouched);
      if (touched && hashOf(contentOf(touched)) !== touched.hash) found = contentOf(touched);
      return found;
    },
    /** The same at the end. Waits for programs that have a file open for writing whose path contains `mark`. */
    close(mark: string): Buffer | undefined {
      if (departed.length > 0) waitForWriters(mark);
      for (const one of departed.splice(0)) drop(one);
      return found;
    },
  };
}

function isTouched({ file, size, mtimeMs }: Departed): boolean {
  const now = fstatSync(file);
  return now.size !== size || now.mtimeMs !== mtimeMs;
}

function contentOf({ file }: Pick<Departed, 'file'>): Buffer {
  const bytes = Buffer.alloc(fstatSync(file).size);
  let at = 0;
  for (let read = 1; read > 0 && at < bytes.length; at += read) read = readSync(file, bytes, at, bytes.length - at, at);
  return bytes.subarray(0, at);
}

function waitForWriters(mark: string): void {
  for (let waited = 0; waited < patience.most; waited += patience.step) {
    const written = platform.isWritten(mark);
    if (written === false) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, patience.step);
    // The system does not tell: this must do.
    if (written === undefined) return;
  }
}
