/** Removes leftovers of tests, whatever permissions they have. */
import { chmodSync, lstatSync, readdirSync, rmSync, rmdirSync, unlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { privately } from './platform/files';

const patience = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 };

/** Never throws: leftovers must not cost the result. */
export async function removeTree(path: string): Promise<void> {
  await rm(path, patience).catch(() => removeStubborn(path));
}

/** What a test has had: a directory that is empty, or has this file in it, goes at once; what else was left there takes longer. */
export async function removeAfter(directory: string, file?: string): Promise<void> {
  try {
    // A test may have put a link there, to files that are not ours.
    if (file !== undefined && lstatSync(directory).isDirectory()) unlinkSync(file);
    rmdirSync(directory);
  } catch {
    await removeTree(directory);
  }
}

/** Also files that a test has made unwritable. Never throws. */
export function removeStubborn(path: string): void {
  try {
    if (lstatSync(path).isDirectory()) unlock(path);
    rmSync(path, patience);
  } catch {
    // Nothing more can be done.
  }
}

function unlock(directory: string): void {
  try {
    chmodSync(directory, privately.directory);
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      if (entry.isDirectory()) unlock(join(directory, entry.name));
    }
  } catch {
    // Not there, or not ours.
  }
}
