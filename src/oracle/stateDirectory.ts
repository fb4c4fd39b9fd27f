/** Our directories and files that outlive a run, some where others may write too: nothing is read that somebody else could have put there. */
import { type Stats, closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { attempt, bits, isDirectory, privately } from './platform/files';
import { traits } from './platform/traits';

/** There is no place for them; the message is one sentence with the remedy. */
export class StateError extends Error {}

/** Throws `StateError` if there is no home directory. */
export function stateDirectory(): string {
  return join(traits.stateHome(home), 'whittle');
}

function home(): string {
  const path = attempt(homedir, undefined);
  if (path && isAbsolute(path)) return path;
  throw new StateError(l10n.t('There is no home directory for files: set HOME to a directory.'));
}

/** Makes a directory, in it or elsewhere, and those above. Throws `StateError`. */
export function makeStateDirectory(path: string): void {
  try {
    makeAll(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StateError(
      l10n.t(
        'Files cannot be kept in {0} ({1}): make it writable, or set {2} to another directory.',
        path,
        code ?? '',
        traits.stateVariable,
      ),
    );
  }
}

/** One after the other: where the system refuses with ENOENT, as in /proc, `recursive` of Node never ends. */
function makeAll(path: string): void {
  if (isDirectory(path)) return;
  makeAll(dirname(path));
  try {
    mkdirSync(path, { mode: privately.directory });
  } catch (error) {
    if (!isDirectory(path)) throw error;
  }
}

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
