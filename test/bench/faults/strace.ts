/** strace, which delays and interrupts the system calls of a run. */
import { spawnSync } from 'node:child_process';
import type { Report } from '../support/report';

export function hasStrace(): boolean {
  return spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0;
}

export async function withoutStrace(): Promise<Report> {
  return { text: 'Left out: strace is not here, or may not trace.', claims: [], plots: {} };
}
