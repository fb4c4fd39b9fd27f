/** Restores originals after a kill, when Whittle starts the next time. */
import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { isAbandoned, rootPrefix } from '../../processes/escapees';
import { unlocked } from '../../platform/files';
import { removeStubborn } from '../../remove';
import { backupDirectory, backupName, backups, holderOf, journalOf, keep } from './backup';
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
    else if (isBroken(name)) keep(join(backupDirectory(), name), 'unknown');
    const owner = ownerOf(name);
    return owner !== undefined && isAbandoned(owner) ? restored(name) : [];
  });
}

/** A backup that was not finished, or is not needed any more (see `drop`). */
function isLitter(name: string): boolean {
  return name.startsWith('done-') || (name.startsWith('new-') && isAbandoned(name.slice(4)));
}

/** A sentence if a living run tests its candidates in this file. */
export function heldByOther(path: string): string | undefined {
  return holderOf(realPath(path));
}

/** Restores the original after the end of a thread of this process. */
export function restoreEnded(path: string): Restored[] {
  const name = backupName(realPath(path));
  const owner = backups().includes(name) ? ownerOf(name) : undefined;
  return owner?.startsWith(rootPrefix()) ? restored(name) : [];
}

/** A lock without a readable owner. */
function isBroken(name: string): boolean {
  if (!lock.test(name) && !claim.test(name)) return false;
  const backup = join(backupDirectory(), name);
  return isReadable(backup) && !journalOf(backup);
}

/** That of another user is not. */
function isReadable(directory: string): boolean {
  try {
    return readdirSync(directory).length >= 0;
  } catch {
    return false;
  }
}

const lock = /^[\da-f]{16}$/;
const claim = /^claim-([\da-f]{16})-(whittle-run-.*)$/;

/** Name of the run root of the owner. */
function ownerOf(name: string): string | undefined {
  if (claim.test(name)) return claim.exec(name)![2];
  return lock.test(name) ? journalOf(join(backupDirectory(), name))?.run : undefined;
}

/** Of several processes that start at once, only the one that can rename the backup does it. */
function restored(name: string): Restored[] {
  const key = claim.exec(name)?.[1] ?? name;
  const ours = join(backupDirectory(), `claim-${key}-${rootPrefix()}000000`);
  const journal = journalOf(join(backupDirectory(), name));
  if (!journal) return [];
  try {
    unlocked(() => renameSync(join(backupDirectory(), name), ours));
  } catch {
    return [];
  }
  return [{ path: journal.path, problem: putBack(ours, journal) }];
}
