/** Which process writes a journal, and whether it still runs. */
import { isAlive, platform } from '../../oracle/platform/platform';

export interface Writer {
  readonly pid: number;
  /** When it started, as the system counts; where that is known, another process with the same number is another one. */
  readonly started?: string;
}

let own: Writer | undefined;

/** Asked for once: a system may start a program to tell. */
export function thisProcess(): Writer {
  return (own ??= { pid: process.pid, started: platform.startOf(process.pid) });
}

export function isOther({ pid, started }: Writer): boolean {
  const self = thisProcess();
  return pid !== self.pid || started !== self.started;
}

export function isRunning({ pid, started }: Writer): boolean {
  return isAlive(pid, (now) => started === undefined || now === started);
}
