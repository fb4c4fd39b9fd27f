/** Directories lent to a test. */
import * as l10n from '@vscode/l10n';
import { lstatSync, mkdirSync, readdirSync, unlinkSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { traits } from '../platform/traits';
import { removeTree } from '../remove';
import type { Paths } from '../processes/command';
import { type Placement, SandboxError } from './place';

// Synchronous: asynchronous calls take four times as long, as long as the start of a process.

/** Empty directories that may wait for their removal. */
const mostEmptied = 32;

export function lending() {
  const emptied = new Set<Promise<void>>();
  return {
    /** Makes the directories. Throws `SandboxError`. */
    async lend(directories: readonly string[], fill?: () => void): Promise<void> {
      try {
        for (const directory of directories) mkdirSync(directory);
        fill?.();
      } catch (error) {
        await removeAll(directories);
        unusable(error);
      }
    },
    /** Removes files at once, also `file`, which is in one of them. Directories take longer and go beside the next tests. */
    async takeBack(directories: readonly string[], file?: string): Promise<void> {
      if (!empties(directories, file)) return removeAll(directories);
      const gone = removeEmpty(directories).finally(() => emptied.delete(gone));
      emptied.add(gone);
      if (emptied.size > mostEmptied) await Promise.race(emptied);
    },
  };
}

/** A placement that only lends directories for temporary files: candidates lie somewhere else, or nowhere. */
export function temporaryOnly(pathsFor: (temporary: string) => Paths): Placement {
  return {
    name: 'elsewhere',
    description: '',
    hint: () => '',
    open({ path }) {
      const { lend, takeBack } = lending();
      return {
        async put(_, test) {
          const temporary = join(path, String(test));
          await lend([temporary]);
          return { paths: pathsFor(temporary), temporary, clear: () => takeBack([temporary]) };
        },
        dispose: () => undefined,
      };
    },
  };
}

/** What tests have one after the other, each for one test at a time. Whatever a test has put something else in the place of is given up. */
export function slots<T extends { isOurs(): boolean }>(make: (number: number) => T) {
  const free: T[] = [];
  let count = 0;
  return {
    /** Throws `SandboxError`. */
    lend(): T {
      for (let one = free.pop(); one; one = free.pop()) if (one.isOurs()) return one;
      return usable(() => make(++count));
    },
    takeBack: (one: T) => void free.push(one),
  };
}

/** Removes the candidate; false unless that leaves empty directories. */
function empties(directories: readonly string[], file: string | undefined): boolean {
  try {
    // A test may have put a link there, to files that are not ours.
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

/** Does the work. Throws `SandboxError` instead of an error of the file system. */
export function usable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    return unusable(error);
  }
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
      'Candidates cannot be written to {0} ({1}): create it again, or set {2} to another directory.',
      directory,
      code,
      traits.temporaryVariable,
    );
  }
  if (code === 'EACCES' || code === 'EROFS') {
    return l10n.t(
      'Candidates cannot be written to {0} ({1}): make it writable, or set {2} to another directory.',
      directory,
      code,
      traits.temporaryVariable,
    );
  }
  return l10n.t(
    'Candidates cannot be written to {0} ({1}): make room there, or set {2} to another directory.',
    directory,
    code,
    traits.temporaryVariable,
  );
}
