/** What the oracle asks of the operating system about processes. */

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
  /** Does this process have the terminal? One in the background is stopped as soon as it reads keys. False if the system does not tell. */
  isInForeground(): boolean;
  /** Empties the value of a variable in the environment that other processes of this user can read, where the system allows it. */
  hide(name: string): void;
  /** Does another process have a file open for writing whose path contains `mark`? Undefined if the system does not tell. */
  isWritten(mark: string): boolean | undefined;
  /** What tells apart machines, and containers on one machine: a pid means nothing outside of it. */
  machine(): string;
}
