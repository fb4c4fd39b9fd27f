/** Signals by what they are for. Windows has none: a process that is sent one ends at once, and one that ends by Ctrl-C hears of it. */
export const signals = {
  interrupt: 'SIGINT',
  /** A program may clean up before it ends. */
  terminate: 'SIGTERM',
  kill: 'SIGKILL',
  /** The terminal is to stop a program, stops it, lets it go on. */
  suspend: 'SIGTSTP',
  stop: 'SIGSTOP',
  resume: 'SIGCONT',
} as const;

/** Those that end a run, beside `interrupt`. */
export const endings = ['SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
