/**
 * The operating system that this process runs on. Everything that differs between Linux, macOS and Windows is in this folder, and lint
 * keeps it there; only the Linux part is tested as a whole.
 */
import { linux } from './linux';
import { macos } from './macos';
import type { Platform } from './processes';
import { windows } from './windows';

export const platform: Platform =
  process.platform === 'win32' ? windows : process.platform === 'darwin' ? macos : linux;

/** Is there a process with this pid, of any user? */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
