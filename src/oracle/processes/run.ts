/**
 * Runs one command to its end, and whatever it started with it: the command leads a process group of its own, which is
 * killed whole at a time-out, on abort, and after an ordinary exit (a child left in the background is not ours to keep).
 */
import type { Change } from '../protection/changes';
import type { Started } from './launcher';
import type { Starter } from './starter';
import type { End, Order } from './supervise';
import { signals } from '../platform/processes';

/** Between TERM, at which a test may clean up after itself, and KILL, ms. */
const grace = 200;

/** After KILL, before whoever is to tell the end is given up, ms. */
const patience = 5000;

/** `env`: what differs from the environment of this process. */
export interface RunOptions extends Order {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Tests that run now; they may have to end at once. */
  readonly live: Set<Started>;
  readonly starter: Starter;
}

export interface RunResult extends End {
  /** It was ended, as it took too long or too much memory. */
  readonly timedOut: boolean;
  /** Wall time. */
  readonly ms: number;
  /** What it has changed outside the run root, if that can be seen. */
  readonly changes?: readonly Change[];
}

/** Times that a test is started if nobody can tell how it ended, as its launcher is gone: then it is the test that ends launchers. */
const attempts = 2;

/** Throws `CannotStart`, or the signal's reason if it was aborted. */
export async function run(options: RunOptions, attempt = 1): Promise<RunResult> {
  const { words, cwd, files, signal, live, starter, memoryBytes } = options;
  signal.throwIfAborted();
  const began = performance.now();
  const started = await starter.start({ words, cwd, files, memoryBytes, env: { ...process.env, ...options.env } });
  live.add(started);
  const end = await ending(started, options);
  if (!end || end.timedOut || signal.aborted) started.signal(signals.kill);
  live.delete(started);
  const ms = Math.round(performance.now() - began);
  const after = await started.setBack?.();
  started.release?.(end !== undefined && (after?.isBack ?? true));
  signal.throwIfAborted();
  if (!end && attempt < attempts) return run(options, attempt + 1);
  return { ...(end ?? { exitCode: undefined, signal: signals.kill, timedOut: true }), ms, changes: after?.changes };
}

/** Waits for the leader; TERM and then KILL go to its group at the time-out or on abort. */
async function ending(started: Started, { timeoutMs, signal }: RunOptions) {
  let ended = false;
  let timedOut = false;
  const last: NodeJS.Timeout[] = [];
  const stop = () => {
    if (last.length > 0) return;
    started.signal(signals.terminate);
    last.push(setTimeout(() => started.signal(signals.kill), grace));
    last.push(setTimeout(() => started.abandon(), grace + patience));
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
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const end = await started.ended;
  ended = true;
  for (const one of [timer, ...last]) clearTimeout(one);
  signal.removeEventListener('abort', stop);
  if (!end) return timedOut ? { exitCode: undefined, signal: signals.kill, timedOut } : undefined;
  return { ...end, timedOut: timedOut || (end.outgrew ?? false) };
}
