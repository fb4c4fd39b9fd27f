/** What files hold, as hashes. */
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Undefined if there is no ordinary file. */
export function hashAt(path: string): string | undefined {
  try {
    return lstatSync(path).isFile() ? hashOf(readFileSync(path)) : undefined;
  } catch {
    return undefined;
  }
}
