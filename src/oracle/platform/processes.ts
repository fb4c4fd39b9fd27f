/** Processes, as the operating system knows them. */
import { hostname } from 'node:os';
import { attempt } from './files';
import { traits } from './traits';

/** The variable that carries the mark of a test: see `processes/escapees.ts`. */
export const markName = 'WHITTLE_RUN';

/** A directory that processes see as it is and may change; the changes are in `upper`. */
export interface Shadow {
  readonly path: string;
  readonly upper: string;
}

/** A program that can change nothing outside a run root. */
export interface Isolation {
  readonly name: 'namespaces' | 'sandbox-exec';
  readonly words: readonly string[];
  /** Where its changes are; none if they are refused. */
  readonly shadows: readonly Shadow[];
}

export interface Platform {
  /**
   * Wraps a program so that neither it nor what it starts can change anything outside `root`. `number`: another one for each call. Undefined
   * if this system has no such means. Throws errors of the file system.
   */
  isolate(words: readonly string[], root: string, number: number): Isolation | undefined;
  /** Sends a signal to a leader and all of its group; Windows ends its tree, whatever the signal. Dead ones are no error. */
  signalGroup(leader: number, signal: NodeJS.Signals): void;
  /** Ends what a leader has left that has ended. `since`: its start, ms. Windows looks for it with the next `marked`. */
  endRest(leader: number, mark: string, since: number): void;
  /** Processes of this user with the mark of a test, the youngest first if that is known. On Windows the mark is the command line. */
  marked(): { readonly pid: number; readonly mark: string }[];
  /** Tells a process from a later one with its pid. `ended` for a zombie; undefined if the system does not tell. */
  startOf(pid: number): string | undefined;
  /** Processor time that children of this process have taken, those that have ended with theirs, ms. Undefined if the system does not tell. */
  childrenMs(): number | undefined;
  /**
   * Memory that a test holds, bytes: the processes of its group and, on Linux, those that carry its mark. Shared memory counts for each
   * process. Undefined if the system does not tell. Without a leader: of all that this process sees, but for itself and the first one.
   */
  memoryOf(leader: number | undefined, mark: string): number | undefined;
  /** Differs between PID namespaces; '' if there are none. */
  pidSpace(): string;
  /** Does this process have the terminal? One in the background is stopped as soon as it reads keys. False if the system does not tell. */
  isInForeground(): boolean;
  /** Empties the value of a variable in the environment that other processes of this user can read, where the system allows it. */
  hide(name: string): void;
  /** Does another process have a file open for writing whose path contains `mark`? Undefined if the system does not tell. */
  isWritten(mark: string): boolean | undefined;
  /** Differs between machines, and between containers on one machine: a pid means nothing outside. */
  machine(): string;
}

/** Nothing happens if no process of the group is left. */
const signalGroup = (leader: number, signal: NodeJS.Signals) =>
  void attempt(() => process.kill(-leader, signal), false);

/** As Linux and macOS have groups: whoever has left its group is found by its mark. */
export const groups = { signalGroup, endRest: (leader: number) => signalGroup(leader, 'SIGKILL') };

export const untold = {
  isolate: () => undefined,
  childrenMs: () => undefined,
  memoryOf: () => undefined,
  pidSpace: () => '',
  isInForeground: () => false,
  isWritten: () => undefined,
  hide: () => undefined,
  machine: () => hostname(),
};

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

/** Ends a program with this process, however that ends. Between the two: if this process is killed, the program would go on, as it may not read its input. */
const leash = `const child = require('child_process').spawn(process.argv[1], process.argv.slice(2), { stdio: 'inherit' });
process.on('disconnect', () => process.kill(0, 'SIGKILL'));
child.on('error', ({ message }) => { console.error(message); process.exit(127); });
child.on('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code)));`;

/** Words that start a program so; to be spawned with a channel (`ipc`), as leader of a group. Windows, which ends none, gets its own words. */
export function leashed(words: readonly string[]): [string, ...string[]] {
  const [program, ...args] = traits.hasGroups ? [process.execPath, '-e', leash, '--', ...words] : words;
  return [program, ...args];
}
