/**
 * The original goes back to its place. What anybody else has written meanwhile, to the file that is there or to one that has left,
 * comes before it: then that is in place, and the original is kept in the backup.
 */
import * as l10n from '@vscode/l10n';
import { cpSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { besides, drop, keep, type BackupNote } from './backup';
import { candidatesOf, nameOf, hashAt, hashOf } from './candidates';
import { syncDirectory, writeNew } from '../durable';
import { isThere, moveAway, moveIn, remove } from './exchange';

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
