/** Our directories and files that outlive a run, some where others may write too: nothing is read that somebody else could have put there. */
import { lstatSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { attempt, bits, isDirectory, isOurDirectory, privately } from './platform/files';
import { traits } from './platform/traits';

/** There is no place for them; the message is one sentence with the remedy. */
export class StateError extends Error {}

/** Throws `StateError` if there is no home directory. */
export const stateDirectory = (): string => join(traits.stateHome(home), 'whittle');

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

/** A directory of this user, not a link to one, in which nobody else may do anything. */
export function isOwnDirectory(path: string): boolean {
  return isOurDirectory(path) && (!traits.hasModes || (lstatSync(path).mode & bits.others) === 0);
}
