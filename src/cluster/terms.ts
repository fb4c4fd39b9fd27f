/** What both sides know: names in Redis, limits, and times in ms. */

/** Before every name in Redis. */
export const prefix = 'whittle';

/** Ids of BullMQ's queues. */
export const queues = {
  /** The tests of a run, for all workers that have joined it. */
  run: (run: string) => `run-${run}`,
  /** Orders to one worker: check an input, join a run, leave it. */
  worker: (id: string) => `worker-${id}`,
};

export const keys = {
  /** Ids of workers, also of some that are gone. */
  workers: `${prefix}:workers`,
  worker: (id: string) => `${prefix}:at:${id}`,
  /** Ids of runs, also of some whose client was killed. */
  runs: `${prefix}:runs`,
  run: (run: string) => `${prefix}:of:${run}`,
  base: (run: string) => `${prefix}:base:${run}`,
  verdict: (name: string) => `${prefix}:verdict:${name}`,
  /** A channel: ids of jobs that need not be done any more, or `end`. */
  cancelled: (run: string) => `${prefix}:cancelled:${run}`,
};

/** Times that tests of the cluster make shorter, all together. */
export const times = {
  /** How often both sides say that they are still there, and after which silence they are not. */
  beat: 1000,
  silence: 10_000,
  /** A test whose worker is silent for so long is given to another one. */
  lock: 6000,
  /** A run of which nothing was heard for so long is over: its client was killed. */
  abandoned: 10_000,
  /** After so long without Redis, or without a worker, a run breaks off. */
  patience: 60_000,
  /** How long a run looks for its first worker. */
  firstWorker: 8000,
  /** Redis forgets queues that are not renewed, and after a week the lists by which they would be removed. */
  leftover: 600_000,
  listed: 7 * 86_400_000,
};

/** Shared verdicts are forgotten after a week; larger ones are not kept, bytes. */
export const verdictLife = 7 * 86_400;
export const largestVerdict = 65_536;

/** Bytes of a candidate, unless a worker says otherwise. */
export const defaultMost = 64 * 1024 ** 2;
export const mostFiles = 20_000;
