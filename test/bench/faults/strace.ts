/** strace, which delays and interrupts the system calls of a run. */
import { spawnSync } from 'node:child_process';

export function hasStrace(): boolean {
  return spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0;
}
