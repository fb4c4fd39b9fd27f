/** Which process writes a journal, and whether it still runs. */
import { readFileSync } from 'node:fs';

export interface Writer {
  readonly pid: number;
  /** When it started, as the system counts; where that is known, another process with the same number is another one. */
  readonly started?: string;
}

export function thisProcess(): Writer {
  return { pid: process.pid, started: statOf(process.pid)?.started };
}

export function isOther({ pid, started }: Writer): boolean {
  const own = thisProcess();
  return pid !== own.pid || started !== own.started;
}

export function isRunning({ pid, started }: Writer): boolean {
  const stat = statOf(pid);
  if (stat) return stat.state !== 'Z' && (started === undefined || stat.started === started);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Only Linux has it. */
function statOf(pid: number): { readonly state: string; readonly started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], started: fields[19] };
  } catch {
    return undefined;
  }
}
