/**
 * What the oracle asks of the operating system about processes. Everything that differs between Linux, macOS and Windows is
 * in this folder; only the Linux part is tested.
 */
import { linux } from './linux';
import { macos } from './macos';
import { windows } from './windows';

/** A process that carries the mark of a test (see `mark.ts`). */
export interface MarkedProcess {
  readonly pid: number;
  /** Where the mark was found: the value of the variable; on Windows the command line. */
  readonly mark: string;
}

export interface Platform {
  /** Sends a signal to a leader and all of its group; Windows ends its tree, whatever the signal. Dead ones are no error. */
  signalGroup(leader: number, signal: NodeJS.Signals): void;
  /** Processes of this user that carry a value of the variable `name`, the youngest first as far as that is known. */
  marked(name: string): readonly MarkedProcess[];
  /**
   * What tells a process from a later one that is given the same pid: its start. `ended` for a zombie; undefined if the
   * system does not tell.
   */
  startOf(pid: number): string | undefined;
  /** Processor time that children of this process have taken, those that have ended with theirs, ms. Undefined if the system does not tell. */
  childrenMs(): number | undefined;
  /** Others of this user can read the environment that this process was started with: a variable's value there is made empty, if it can be. */
  hide(name: string): void;
  /** What tells apart machines, and containers on one machine: a pid means nothing outside of it. */
  machine(): string;
}

export const platform: Platform =
  process.platform === 'win32' ? windows : process.platform === 'darwin' ? macos : linux;

/** Is there a process with this pid, whoever's it is? */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
