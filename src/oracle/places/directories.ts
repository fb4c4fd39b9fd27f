/** Directories that a test is lent, and how they go after it. */
import * as l10n from '@vscode/l10n';
import { lstatSync, mkdirSync, readdirSync, unlinkSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { removeTree } from '../remove';
import { SandboxError } from './place';

// Small synchronous calls take a fourth of the time of asynchronous ones, which would be as long as a process takes to start.

export interface Lending {
  /** Makes the directories. Throws `SandboxError`. */
  lend(directories: readonly string[], fill?: () => void): Promise<void>;
  /** Files are gone after it, `file` too, which is in one of them. Directories, which take longer, go beside the next tests. */
  takeBack(directories: readonly string[], file?: string): Promise<void>;
}

/** Empty directories that may wait for their removal. */
const mostEmptied = 32;

export function lending(): Lending {
  const emptied = new Set<Promise<void>>();
  return {
    async lend(directories, fill) {
      try {
        for (const directory of directories) mkdirSync(directory);
        fill?.();
      } catch (error) {
        await removeAll(directories);
        unusable(error);
      }
    },
    async takeBack(directories, file) {
      if (!empties(directories, file)) return removeAll(directories);
      const gone = removeEmpty(directories).finally(() => emptied.delete(gone));
      emptied.add(gone);
      if (emptied.size > mostEmptied) await Promise.race(emptied);
    },
  };
}

/** Takes the candidate away; false if the test has left anything else, or has not left that. */
function empties(directories: readonly string[], file: string | undefined): boolean {
  try {
    // A link that a test has put there leads to files that are none of ours.
    if (!directories.every((directory) => lstatSync(directory).isDirectory())) return false;
    if (file !== undefined) unlinkSync(file);
    return directories.every((directory) => readdirSync(directory).length === 0);
  } catch {
    return false;
  }
}

async function removeEmpty(directories: readonly string[]): Promise<void> {
  try {
    await Promise.all(directories.map((directory) => rmdir(directory)));
  } catch {
    await removeAll(directories);
  }
}

async function removeAll(directories: readonly string[]): Promise<void> {
  await Promise.all(directories.map(removeTree));
}

/** Throws `SandboxError`. */
export function unusable(error: unknown): never {
  if (error instanceof SandboxError) throw error;
  const { code } = error as NodeJS.ErrnoException;
  throw new SandboxError(unwritable(resolve(tmpdir()), code ?? ''));
}

function unwritable(directory: string, code: string): string {
  if (code === 'ENOENT') {
    return l10n.t(
      'Candidates cannot be written to {0} ({1}): make it again, or set TMPDIR to another directory.',
      directory,
      code,
    );
  }
  if (code === 'EACCES' || code === 'EROFS') {
    return l10n.t(
      'Candidates cannot be written to {0} ({1}): make it writable, or set TMPDIR to another directory.',
      directory,
      code,
    );
  }
  return l10n.t(
    'Candidates cannot be written to {0} ({1}): make room there, or set TMPDIR to another directory.',
    directory,
    code,
  );
}
