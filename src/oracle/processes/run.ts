/**
 * Runs one command to its end, and whatever it started with it: the command leads a process group of its own, which is
 * killed whole at a time-out, on abort, and after an ordinary exit (a child left in the background is not ours to keep).
 */
import { signals } from '../platform/processes';
import type { Change } from '../protection/changes';
import type { Started } from './launcher';
import type { Starter } from './starter';
import type { End, Order } from './supervise';

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

/** Waits for the leader; TERM and then KILL go to its group at the time-out or on abort. Undefined if nobody can tell the end. */
async function ending(started: Started, { timeoutMs, signal }: RunOptions) {
  const told = started.ended.then((end) => ({ end }));
  const inTimeout = await inTime(told, timeoutMs, signal).catch(() => undefined);
  if (inTimeout) return inTimeout.end && { ...inTimeout.end, timedOut: inTimeout.end.outgrew ?? false };
  started.signal(signals.terminate);
  if (!(await inTime(told, grace))) {
    started.signal(signals.kill);
    if (!(await inTime(told, patience))) started.abandon();
  }
  const { end } = await told;
  return { exitCode: undefined, signal: signals.kill, ...end, timedOut: true };
}

/**
 * What `work` gives; undefined if that takes more than `ms`. Throws what it throws, and the signal's reason if aborted. It does not end the
 * work. After this process was held up, an answer may be waiting: it comes before an immediate.
 */
export function inTime<T>(work: Promise<T>, ms: number, signal?: AbortSignal): Promise<T | undefined> {
  let settle = () => {};
  const over = new Promise<undefined>((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(resolve, undefined), ms);
    const abort = () => reject(signal!.reason as Error);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
  });
  return Promise.race([work, over]).finally(settle);
}

export function oneAtATime<A extends unknown[], T>(work: (...given: A) => Promise<T>): (...given: A) => Promise<T> {
  let busy: Promise<unknown> = Promise.resolve();
  return (...given) => {
    const turn = busy.then(() => work(...given));
    busy = turn.catch(() => undefined);
    return turn;
  };
}
