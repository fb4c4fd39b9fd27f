/**
 * The original goes back to its place: at the end of a run, or when Whittle starts the next time after a kill. What anybody else has
 * written meanwhile, to the file that is there or to one that has left, comes before it: then that is in place, and the original is
 * kept in the backup.
 */
import { cpSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { isReadable, isThere, removeStubborn } from '../../platform/files';
import { isAbandoned, rootPrefix } from '../../processes/escapees';
import { realPath } from '../roots';
import {
  type BackupNote,
  backupDirectory,
  backupOf,
  backups,
  besides,
  candidatesOf,
  drop,
  keep,
  noteOf,
  takeOver,
  taken,
} from './backup';
import { hashAt, moveAway, moveIn, nameOf, remove, syncDirectory, waitForWriters, writeNew } from './exchange';

/** Restores the originals of runs that are gone, and removes their leftovers. Gives the files, with one sentence for each that is not restored. */
export function restoreAbandoned() {
  return backups().flatMap((name) => {
    // One that is not needed any more (see `drop`), or was not finished.
    const isLitter = name.startsWith('done-') || (name.startsWith('new-') && isAbandoned(name.slice('new-'.length)));
    if (isLitter) removeStubborn(join(backupDirectory(), name));
    return /^[\da-f]{16}$/.test(name) ? restored(name, isAbandoned) : [];
  });
}

/** A sentence if a living run tests its candidates in this file. */
export function heldByOther(path: string): string | undefined {
  const real = realPath(path);
  return backups().some((name) => name === basename(backupOf(real))) ? taken(real) : undefined;
}

/** The same for the original of this file, after the end of a thread of this process. */
export function restoreEnded(path: string) {
  return heldByOther(path) ? restored(basename(backupOf(realPath(path))), (run) => run.startsWith(rootPrefix())) : [];
}

function restored(name: string, isGone: (run: string) => boolean) {
  const backup = join(backupDirectory(), name);
  const note = noteOf(backup);
  // That of another user is not broken, but cannot be read.
  if (!note && isReadable(backup)) keep(backup, 'unknown');
  if (!note || !takeOver(backup, isGone, `${rootPrefix()}000000`)) return [];
  return [{ path: note.path, problem: putBack(backup, note) }];
}

/** Gives the backup back, or keeps it and returns a sentence: another text is in place, or the original could not be put there. */
export function putBack(backup: string, note: BackupNote): string | undefined {
  const { path } = note;
  try {
    const isChanged = fillPlace(backup, note, clearPlace(backup, note));
    for (const litter of [besides(note).draft, ...filesOut(note)]) remove(litter);
    syncDirectory(dirname(path));
    if (!isChanged) return void drop(backup);
    return l10n.t(
      '{0} was changed while it was tested in place, by you or by the test, and keeps the last change: its original is {1}.',
      path,
      join(keep(backup, path), 'original'),
    );
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const original = join(backup, 'original');
    return l10n.t('{0} cannot be restored ({1}): copy its original from {2}.', path, code ?? message, original);
  }
}

/** Files that were moved out and are still there, the latest first. */
function filesOut(note: BackupNote): string[] {
  const start = `${basename(note.mark)}.`;
  const names = readdirSync(dirname(note.path)).filter((name) => name.startsWith(start));
  const numbers = names.map((name) => Number(name.slice(start.length))).filter(Number.isInteger);
  return numbers.sort((one, other) => other - one).map(besides(note).out);
}

/** The number of a candidate that is moved out here. */
const last = Number.MAX_SAFE_INTEGER;

/** Takes the last candidate out of its place. Returns the files that someone else has written to, the latest first; none of them in place. */
function clearPlace(backup: string, note: BackupNote): string[] {
  const { path, mark, hash } = note;
  const { draft, out } = besides(note);
  const candidates = candidatesOf(backup);
  const isCandidate = (at: string) => candidates.has(nameOf(at) ?? '');
  // It may be half written, or the other name of the file that is in place.
  remove(draft);
  if (isCandidate(path)) moveAway(path, out(last));
  if (candidates.size > 0) waitForWriters(mark);
  return filesOut(note).filter((at) => !isCandidate(at) && hashAt(at) !== hash);
}

/** Puts in place what belongs there, unless someone else did, and keeps what else is not ours. Returns whether anything is not. */
function fillPlace(backup: string, note: BackupNote, saved: readonly string[]): boolean {
  const { path, hash } = note;
  const [next = original(backup, note), ...others] = saved;
  const isIn = moveIn(next, path);
  const rest = isIn ? others : saved;
  rest.forEach((file, at) => cpSync(file, join(backup, `saved-${at + 1}`), { recursive: true }));
  return saved.length > 0 || (!isIn && hashAt(path) !== hash && candidatesOf(backup).size > 0);
}

/** The file itself, or if that is gone, one like it. */
function original(backup: string, note: BackupNote): string {
  const { draft, out } = besides(note);
  if (isThere(out(0)) || isThere(note.path)) return out(0);
  writeNew(draft, readFileSync(join(backup, 'original')), note);
  return draft;
}
