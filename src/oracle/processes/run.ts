/**
 * Runs one command to its end, and whatever it started with it: the command leads a process group of its own, which is
 * killed whole at a time-out, on abort, and after an ordinary exit (a child left in the background is not ours to keep).
 */
import * as l10n from '@vscode/l10n';
import { execa } from 'execa';
import { platform } from '../platform/platform';

/** Between TERM, at which a test may clean up after itself, and KILL, ms. */
const grace = 200;

export interface RunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Leaders of the groups that run now; they may have to end at once. */
  readonly live: Set<number>;
  /** File descriptors; a stream without one is empty or dropped. */
  readonly files?: { readonly stdin?: number; readonly stdout?: number; readonly stderr?: number };
}

export interface RunResult {
  /** Undefined if a signal ended the command. */
  readonly exitCode: number | undefined;
  /** The signal that ended the command, if one did. */
  readonly signal?: string;
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
    throw new CannotStart(failure.originalMessage ?? l10n.t('unknown error'));
  }
  options.live.add(leader);
  const end = await ending(child, leader, options);
  platform.signalGroup(leader, 'SIGKILL');
  options.live.delete(leader);
  options.signal.throwIfAborted();
  return { ...end, ms: Math.round(performance.now() - started) };
}

/** Waits for the leader; TERM and then KILL go to its group at the time-out or on abort. */
async function ending(child: ReturnType<typeof start>, leader: number, { timeoutMs, signal }: RunOptions) {
  let ended = false;
  let timedOut = false;
  let last: NodeJS.Timeout | undefined;
  const stop = () => {
    platform.signalGroup(leader, 'SIGTERM');
    last ??= setTimeout(() => platform.signalGroup(leader, 'SIGKILL'), grace);
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
  const { exitCode, signal: endedBy } = await child;
  clearTimeout(timer);
  clearTimeout(last);
  signal.removeEventListener('abort', stop);
  return { exitCode, signal: endedBy, timedOut };
}

function start([program, ...args]: readonly string[], { cwd, env, files = {} }: RunOptions) {
  // execa takes any descriptor; its types stop at 9.
  const descriptor = (file: number | undefined) => (file as 3 | undefined) ?? 'ignore';
  return execa(program, args, {
    cwd,
    env,
    stdin: descriptor(files.stdin),
    stdout: descriptor(files.stdout),
    stderr: descriptor(files.stderr),
    // A group of its own. On Windows it would be a console window.
    detached: process.platform !== 'win32',
    windowsHide: true,
    cleanup: false,
    reject: false,
  });
}
