/**
 * Where candidates lie: each in a fresh directory under one run root, with the input's own file name, and with a directory
 * for the temporary files of its test. All of it goes when the test is over, and the root when the run is.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
  readonly root: string;
  /** Errors of the file system (disk full, no permission) come through as they are. */
  place(bytes: Uint8Array): Promise<Place>;
  dispose(): void;
}

export async function openSandbox(fileName: string): Promise<Sandbox> {
  const root = await mkdtemp(join(tmpdir(), 'whittle-run-'));
  let count = 0;
  return {
    root,
    async place(bytes) {
      const home = join(root, String(++count));
      const directory = join(home, 'candidate');
      const temporary = join(home, 'tmp');
      await mkdir(directory, { recursive: true });
      await mkdir(temporary);
      const file = join(directory, fileName);
      await writeFile(file, bytes);
      return { file, directory, temporary, remove: () => removeTree(home) };
    },
    dispose: () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
  };
}

async function removeTree(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
