/** Restores originals after a kill, when Whittle starts the next time. */
import { join } from 'node:path';
import { isAbandoned, rootPrefix } from '../../processes/escapees';
import { isReadable } from '../../platform/files';
import { removeStubborn } from '../../remove';
import { backupDirectory, backupName, backups, holderOf, keep, noteOf, ownerOf, takeOver } from './backup';
import { putBack } from './putBack';
import { realPath } from '../roots';

export interface Restored {
  /** The file. */
  readonly path: string;
  /** Why it is not restored, in one sentence. */
  readonly problem?: string;
}

/** Restores the originals of runs that are gone, and removes their leftovers. */
export function restoreAbandoned(): Restored[] {
  return backups().flatMap((name) => {
    if (isLitter(name)) removeStubborn(join(backupDirectory(), name));
    return lock.test(name) ? restored(name, isAbandoned) : [];
  });
}

const lock = /^[\da-f]{16}$/;

/** A backup that was not finished, or is not needed any more (see `drop`). */
function isLitter(name: string): boolean {
  return name.startsWith('done-') || (name.startsWith('new-') && isAbandoned(name.slice('new-'.length)));
}

/** A sentence if a living run tests its candidates in this file. */
export function heldByOther(path: string): string | undefined {
  return holderOf(realPath(path));
}

/** Restores the original after the end of a thread of this process. */
export function restoreEnded(path: string): Restored[] {
  const name = backupName(realPath(path));
  return backups().includes(name) ? restored(name, (run) => run.startsWith(rootPrefix())) : [];
}

function restored(name: string, isOver: (run: string) => boolean): Restored[] {
  const backup = join(backupDirectory(), name);
  const note = noteOf(backup);
  // That of another user is not broken, but cannot be read.
  if (!note && isReadable(backup)) keep(backup, 'unknown');
  const owner = note && ownerOf(backup);
  if (owner === undefined || !isOver(owner) || !takeOver(backup, owner, `${rootPrefix()}000000`)) return [];
  return [{ path: note!.path, problem: putBack(backup, note!) }];
}
