/** Removes what tests have left, whatever they did to it. */
import { chmodSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

const patience = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 };

/** What cannot go is left: that must not cost the result. */
export async function removeTree(path: string): Promise<void> {
  await rm(path, patience).catch(() => removeStubborn(path));
}

/** Also what a test has made unwritable. */
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
    chmodSync(directory, 0o700);
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      if (entry.isDirectory()) unlock(join(directory, entry.name));
    }
  } catch {
    // Not there, or not ours.
  }
}
