/** Removes leftovers of tests, whatever permissions they have. */
import { chmodSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { privately } from './platform/files';

const patience = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 };

/** Never throws: leftovers must not cost the result. */
export async function removeTree(path: string): Promise<void> {
  await rm(path, patience).catch(() => removeStubborn(path));
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
