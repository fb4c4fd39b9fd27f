/** Where files lie that must outlive a run and the machine's next start. */
import * as l10n from '@vscode/l10n';
import { mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { privately } from './platform/permissions';

/** By which a user says where. */
const variable = { win32: 'LOCALAPPDATA', darwin: 'HOME' }[process.platform as string] ?? 'XDG_STATE_HOME';

/** There is no place for them; the message is one sentence with the remedy. */
export class StateError extends Error {}

/** Throws `StateError` if there is no home directory. */
export function stateDirectory(): string {
  const { LOCALAPPDATA, XDG_STATE_HOME } = process.env;
  if (process.platform === 'win32') return join(LOCALAPPDATA ?? join(home(), 'AppData', 'Local'), 'whittle');
  if (process.platform === 'darwin') return join(home(), 'Library', 'Application Support', 'whittle');
  const base = XDG_STATE_HOME && isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : join(home(), '.local', 'state');
  return join(base, 'whittle');
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
        variable,
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
