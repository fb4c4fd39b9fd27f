/**
 * Runs one command to its end, and whatever it started with it: the command leads a process group of its own, which is
 * killed whole at a time-out, on abort, and after an ordinary exit (a child left in the background is not ours to keep).
 */
import { execa } from 'execa';

/** Between TERM, at which a test may clean up after itself, and KILL, ms. */
const grace = 200;

export interface RunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Leaders of the groups that run now, for who must end them without waiting. */
  readonly live: Set<number>;
  /** File descriptor for stdout and stderr; nothing is kept without it. A pipe would wait for background children. */
  readonly output?: number;
}

export interface RunResult {
  /** Undefined if a signal ended the command. */
  readonly exitCode: number | undefined;
  readonly timedOut: boolean;
  /** Wall time. */
  readonly ms: number;
}

/** The command could not be started at all: its program or directory is missing. */
export class CannotStart extends Error {}

/** `command` is a program and its arguments. Throws `CannotStart`, or the signal's reason if it was aborted. */
export async function run(command: readonly string[], options: RunOptions): Promise<RunResult> {
  options.signal.throwIfAborted();
  const started = performance.now();
  const child = start(command, options);
  const leader = child.pid;
  if (leader === undefined) {
    const failure = await child;
    throw new CannotStart(failure.originalMessage ?? 'unknown error');
  }
  options.live.add(leader);
  const end = await ending(child, leader, options);
  signalGroup(leader, 'SIGKILL');
  options.live.delete(leader);
  options.signal.throwIfAborted();
  return { ...end, ms: Math.round(performance.now() - started) };
}

/** Kills a group at once and whole: for the moment in which the run itself is given up. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // No process of the group is left.
  }
}

/** Waits for the leader; TERM and then KILL go to its group at the time-out or on abort. */
async function ending(child: ReturnType<typeof start>, leader: number, { timeoutMs, signal }: RunOptions) {
  let ended = false;
  let timedOut = false;
  let last: NodeJS.Timeout | undefined;
  const stop = () => {
    signalGroup(leader, 'SIGTERM');
    last ??= setTimeout(() => signalGroup(leader, 'SIGKILL'), grace);
  };
  // After this process was held up, an exit may be waiting to be told: it comes before an immediate.
  const timer = setTimeout(
    () =>
      setImmediate(() => {
        if (ended) return;
        timedOut = true;
        stop();
      }),
    timeoutMs,
  );
  child.once('exit', () => (ended = true));
  signal.addEventListener('abort', stop, { once: true });
  const { exitCode } = await child;
  clearTimeout(timer);
  clearTimeout(last);
  signal.removeEventListener('abort', stop);
  return { exitCode, timedOut };
}

function start([program, ...args]: readonly string[], { cwd, env, output }: RunOptions) {
  // execa takes any descriptor; its types stop at 9.
  const out = (output as 3 | undefined) ?? 'ignore';
  return execa(program, args, {
    cwd,
    env,
    stdin: 'ignore',
    stdout: out,
    stderr: out,
    detached: true,
    cleanup: false,
    reject: false,
  });
}
