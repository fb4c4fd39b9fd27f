/**
 * The original goes back to its place. What anybody else has written meanwhile, to the file that is there or to one that has left,
 * comes before it: then that is in place, and the original is kept in the backup.
 */
import { cpSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { type BackupNote, candidatesOf, drop, keep } from './backup';
import { hashAt, hashOf, isThere, moveAway, moveIn, nameOf, remove, syncDirectory, writeNew } from './exchange';

/** Beside the file, which is on its own file system. */
export function besides({ mark }: BackupNote) {
  return {
    /** The next candidate; it may be half written. */
    draft: `${mark}.draft`,
    /** Files that were moved out of the place, in this order: the first is the original. */
    out: (number: number) => `${mark}.${number}`,
  };
}

/** Numbers of the files that were moved out, the latest first. */
function numbersOut({ path, mark }: BackupNote): number[] {
  const start = `${basename(mark)}.`;
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(start));
  const numbers = names.map((name) => Number(name.slice(start.length))).filter(Number.isInteger);
  return numbers.sort((one, other) => other - one);
}

/** What someone else has written to candidates that have left their place. It is asked once, when nothing of ours is in place any more. */
type Late = () => Uint8Array | undefined;

/**
 * Gives the backup back. Returns what the user must know in one sentence: someone else's text is in place, or the original could not
 * be put there; then the backup is kept.
 */
export function putBack(backup: string, note: BackupNote, late: Late = () => undefined): string | undefined {
  try {
    const count = fillPlace(backup, note, clearPlace(backup, note, late));
    const { draft, out } = besides(note);
    for (const litter of [draft, ...numbersOut(note).map(out)]) remove(litter);
    syncDirectory(dirname(note.path));
    if (count > 0) return told(note.path, keep(backup, note.path), count);
    drop(backup);
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const original = join(backup, 'original');
    return l10n.t('{0} cannot be restored ({1}): copy its original from {2}.', note.path, code ?? message, original);
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
function clearPlace(backup: string, note: BackupNote, late: Late): string[] {
  const { draft, out } = besides(note);
  const candidates = candidatesOf(backup);
  const isCandidate = (at: string) => candidates.has(nameOf(at) ?? '');
  const outNow = () => numbersOut(note).map(out);
  const next = () => out(1 + Math.max(0, ...numbersOut(note)));
  // It may be half written, or the other name of the file that is in place.
  remove(draft);
  if (isCandidate(note.path)) moveAway(note.path, next());
  const bytes = late();
  const isSeen = bytes && [note.path, ...outNow()].some((at) => hashAt(at) === hashOf(bytes));
  if (bytes && !isSeen) writeNew(next(), bytes, { ...note, times: undefined });
  return outNow().filter((at) => !isCandidate(at) && hashAt(at) !== note.hash);
}

/** Puts in place what belongs there, unless someone else did. Returns how many texts are not ours, the one in place among them. */
function fillPlace(backup: string, note: BackupNote, saved: readonly string[]): number {
  const { path, hash } = note;
  const [next = original(backup, note), ...others] = saved;
  const isIn = moveIn(next, path);
  const rest = isIn || saved.length === 0 ? others : saved;
  rest.forEach((file, at) => cpSync(file, join(backup, `saved-${at + 1}`), { recursive: true }));
  const wasReplaced = candidatesOf(backup).size > 0;
  const isForeign = isIn ? saved.length > 0 : hashAt(path) !== hash && wasReplaced;
  return rest.length + Number(isForeign);
}

/** The file itself, or if that is gone, one like it. */
function original(backup: string, note: BackupNote): string {
  const { draft, out } = besides(note);
  if (isThere(out(0)) || isThere(note.path)) return out(0);
  writeNew(draft, readFileSync(join(backup, 'original')), note);
  return draft;
}
