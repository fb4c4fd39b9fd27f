/**
 * The operating system that this process runs on. Everything that differs between Linux, macOS and Windows is in this folder, and lint
 * keeps it there; only the Linux part is tested as a whole.
 */
import { hasCode } from './files';
import { linux } from './linux';
import { macos } from './macos';
import type { Platform } from './processes';
import { windows } from './windows';

export const platform: Platform =
  process.platform === 'win32' ? windows : process.platform === 'darwin' ? macos : linux;

/** Is there a process with this pid, of any user, and is its start the same? Where the system tells no starts, it is taken for that. */
export function isAlive(pid: number, isSame?: (start: string) => boolean): boolean {
  if (!exists(pid)) return false;
  const start = isSame && platform.startOf(pid);
  return start === undefined || (start !== 'ended' && isSame!(start));
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}
