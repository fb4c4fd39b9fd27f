/** Permissions of files. Windows has rights of another kind, and shows the same few bits for all files. */
import type { Stats } from 'node:fs';
import { traits } from './traits';

/** For nobody else. */
export const privately = { file: 0o600, directory: 0o700 };

/** Bits of a mode. */
export const bits = {
  /** Read, write and execute, for all. */
  permissions: 0o777,
  /** And to run with the rights of the owner. */
  all: 0o7777,
  /** What others may. */
  others: 0o077,
};

export const usual = { file: 0o644, program: 0o755, directory: 0o40755, privateDirectory: 0o40700 };

/** Is it a directory with these permissions, which its owner may change? */
export function isDirectoryWith(status: Stats, mode: number): boolean {
  if (!status.isDirectory()) return false;
  return !traits.hasModes || status.mode === (mode | privately.directory);
}
