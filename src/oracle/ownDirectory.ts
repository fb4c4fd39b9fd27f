/** Our directories and files where others may write too: nothing is read that somebody else could have put there. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { bits } from './platform/permissions';
import { traits } from './platform/traits';

/** Bytes; our notes are far smaller. */
const largest = 1e6;

/** A directory of this user, not a link to one, in which nobody else may do anything. */
export function isOwnDirectory(path: string): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status !== undefined && status.isDirectory() && isOwn(status) && (status.mode & othersMay()) === 0;
}

function othersMay(): number {
  return traits.hasModes ? bits.others : 0;
}

function isOwn({ uid }: Stats): boolean {
  return process.geteuid === undefined || uid === process.geteuid();
}

/** Its text. Undefined if it is a link, a FIFO or of another user, or if it is too large; a FIFO is never waited for. */
export function readOwnFile(path: string): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const status = fstatSync(file);
    return status.isFile() && isOwn(status) && status.size <= largest ? readFileSync(file, 'utf8') : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
