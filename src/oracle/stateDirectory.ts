/** Where files lie that must outlive a run and the machine's next start. */
import * as l10n from '@vscode/l10n';
import { mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { privately } from './platform/permissions';
import { traits } from './platform/traits';

/** There is no place for them; the message is one sentence with the remedy. */
export class StateError extends Error {}

/** Throws `StateError` if there is no home directory. */
export function stateDirectory(): string {
  return join(traits.stateHome(home), 'whittle');
}

function home(): string {
  const path = known(homedir);
  if (path && isAbsolute(path)) return path;
  throw new StateError(l10n.t('There is no home directory for files: set HOME to a directory.'));
}

function known(ask: () => string): string | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
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

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
