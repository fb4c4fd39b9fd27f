/**
 * Where candidates lie: each in a fresh directory under one run root, with the input's own file name, and with a directory
 * for the temporary files of its test. All of it goes when the test is over, and the root when the run is.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface Place {
  /** The candidate's file. */
  readonly file: string;
  /** The directory that holds nothing else. */
  readonly directory: string;
  /** For TMPDIR. */
  readonly temporary: string;
  remove(): Promise<void>;
}

export interface Sandbox {
  /** Throws `SandboxError`. */
  place(bytes: Uint8Array): Promise<Place>;
  dispose(): void;
}

/** Candidates cannot be written; the message is one sentence with the remedy. */
export class SandboxError extends Error {}

/** Throws `SandboxError`. */
export async function openSandbox(fileName: string): Promise<Sandbox> {
  const root = await mkdtemp(join(resolve(tmpdir()), 'whittle-run-')).catch(unusable);
  let count = 0;
  return {
    async place(bytes) {
      const home = join(root, String(++count));
      const directory = join(home, 'candidate');
      const temporary = join(home, 'tmp');
      const file = join(directory, fileName);
      try {
        await mkdir(directory, { recursive: true });
        await mkdir(temporary);
        await writeFile(file, bytes);
      } catch (error) {
        await removeTree(home);
        return unusable(error);
      }
      return { file, directory, temporary, remove: () => removeTree(home) };
    },
    dispose: () => removeStubborn(root),
  };
}

function unusable(error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  throw new SandboxError(
    `Candidates cannot be written to ${resolve(tmpdir())} (${code}): make room there, or set TMPDIR to another directory.`,
  );
}

const patience = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 };

async function removeTree(path: string): Promise<void> {
  await rm(path, patience).catch(() => removeStubborn(path));
}

/** Also what a test has made unwritable. What even then cannot go is left: that must not cost the result. */
function removeStubborn(path: string): void {
  try {
    unlock(path);
    rmSync(path, patience);
  } catch {
    // Nothing more can be done.
  }
}

function unlock(directory: string): void {
  try {
    chmodSync(directory, 0o700);
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      if (entry.isDirectory()) unlock(join(directory, entry.name));
    }
  } catch {
    // Not there, or not ours.
  }
}
