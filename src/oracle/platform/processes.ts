/** Processes, as the operating system knows them. */

export interface Platform {
  /** Sends a signal to a leader and all of its group; Windows ends its tree, whatever the signal. Dead ones are no error. */
  signalGroup(leader: number, signal: NodeJS.Signals): void;
  /**
   * Ends what a leader has left that has ended by itself. `mark`: of its test; `since`: when it was started, ms. Windows looks for it
   * with the next `marked`.
   */
  endRest(leader: number, mark: string, since: number): void;
  /**
   * Processes of this user with the mark of a test (see `mark.ts`) in the variable `name`, the youngest first if that is known.
   * `mark`: the value; on Windows the command line.
   */
  marked(name: string): { readonly pid: number; readonly mark: string }[];
  /**
   * What tells a process from a later one that is given the same pid: its start. `ended` for a zombie; undefined if the
   * system does not tell.
   */
  startOf(pid: number): string | undefined;
  /** Processor time that children of this process have taken, those that have ended with theirs, ms. Undefined if the system does not tell. */
  childrenMs(): number | undefined;
  /** Memory that the processes of each of these groups hold, bytes; shared memory counts for each process. Undefined if the system does not tell. */
  memoryOf(leaders: ReadonlySet<number>): ReadonlyMap<number, number> | undefined;
  /** Does this process have the terminal? One in the background is stopped as soon as it reads keys. False if the system does not tell. */
  isInForeground(): boolean;
  /** Empties the value of a variable in the environment that other processes of this user can read, where the system allows it. */
  hide(name: string): void;
  /** Does another process have a file open for writing whose path contains `mark`? Undefined if the system does not tell. */
  isWritten(mark: string): boolean | undefined;
  /** Differs between machines, and between containers on one machine: a pid means nothing outside. */
  machine(): string;
}

/** As Linux and macOS have groups: whoever has left its group is found by its mark. */
export const groups = { signalGroup, endRest: (leader: number) => signalGroup(leader, 'SIGKILL') };

/** Nothing happens if no process of the group is left. */
function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // No process of the group is left.
  }
}
