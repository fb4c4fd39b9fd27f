/**
 * Runs one command to its end, and whatever it started with it: the command leads a process group of its own, which is
 * killed whole at a time-out, on abort, and after an ordinary exit (a child left in the background is not ours to keep).
 */
import { platform } from '../platform/platform';
import { markName } from './mark';
import type { MemoryWatch } from './memory';
import type { Starter } from './launcher';
import type { End, StreamFiles } from './start';
import { signals } from '../platform/signals';

/** Between TERM, at which a test may clean up after itself, and KILL, ms. */
const grace = 200;

export interface RunOptions {
  /** A program and its arguments. */
  readonly words: readonly string[];
  readonly cwd: string;
  /** What differs from the environment of this process. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Leaders of the groups that run now; they may have to end at once. */
  readonly live: Set<number>;
  readonly files: StreamFiles;
  readonly starter: Starter;
  readonly memory: MemoryWatch;
  /** It is to be a child of this process. */
  readonly ownChild?: boolean;
}

export interface RunResult extends End {
  /** It was ended, as it took too long or too much memory. */
  readonly timedOut: boolean;
  /** It took too much memory. */
  readonly outgrew?: boolean;
  /** Wall time. */
  readonly ms: number;
}

/** Throws `CannotStart`, or the signal's reason if it was aborted. */
export async function run(options: RunOptions): Promise<RunResult> {
  const { words, cwd, files, signal, live, starter } = options;
  signal.throwIfAborted();
  const [began, since] = [performance.now(), Date.now()];
  const order = { words, cwd, files, env: { ...process.env, ...options.env } };
  const { leader, ended, stays } = await starter.start(order, options.ownChild);
  live.add(leader);
  const end = await ending(ended, leader, options);
  if (!end || end.timedOut || signal.aborted) platform.signalGroup(leader, signals.kill);
  else if (!stays) platform.endRest(leader, order.env[markName] ?? '', since);
  live.delete(leader);
  signal.throwIfAborted();
  // Its launcher is gone: nobody knows how it ended.
  if (!end) return run({ ...options, ownChild: true });
  return { ...end, ms: Math.round(performance.now() - began) };
}

/** Waits for the leader; TERM and then KILL go to its group at the time-out or on abort, and KILL if it takes too much memory. */
async function ending(running: Promise<End | undefined>, leader: number, { timeoutMs, signal, memory }: RunOptions) {
  let ended = false;
  const cut = { timedOut: false, outgrew: false };
  let last: NodeJS.Timeout | undefined;
  const stop = () => {
    platform.signalGroup(leader, signals.terminate);
    last ??= setTimeout(() => platform.signalGroup(leader, signals.kill), grace);
  };
  // After this process was held up, an exit may be waiting to be told: it comes before an immediate.
  const timer = setTimeout(
    () =>
      setImmediate(() => {
        if (ended) return;
        cut.timedOut = true;
        stop();
      }),
    timeoutMs,
  );
  const release = memory.begin(leader, () => {
    cut.timedOut = cut.outgrew = true;
    platform.signalGroup(leader, signals.kill);
  });
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const end = await running;
  ended = true;
  clearTimeout(timer);
  clearTimeout(last);
  release();
  signal.removeEventListener('abort', stop);
  return end && { ...end, ...cut };
}
