/** What both sides know: names in Redis, limits, times in ms, errors for users; and what those see who use the room. */

/** The message is one sentence with the remedy. */
export class ClusterError extends Error {}

/** Before every name in Redis. */
export const prefix = 'whittle';

/** Name of BullMQ's queue of a worker: its tests, of all runs. */
export const queueOf = (worker: string) => `worker-${worker}`;

export const keys = {
  /** Ids of workers, also of some that are gone. */
  workers: `${prefix}:workers`,
  worker: (id: string) => `${prefix}:worker:${id}`,
  /** The input of a run, which is over once it is not there. */
  base: (run: string) => `${prefix}:base:${run}`,
  outcome: (name: string) => `${prefix}:outcome:${name}`,
  /** A channel: ids of runs that are over, and of jobs whose answers nobody wants any more. */
  over: `${prefix}:over`,
};

/** Times that tests of the cluster make shorter, all together. */
export const times = {
  /** How often both sides say that they are still there, and after which silence they are not. */
  beat: 1000,
  silence: 10_000,
  /** BullMQ gives a job back to the queue if its worker has been suspended for so long. */
  lock: 6000,
  /** After so long without Redis, or without a worker, a run breaks off. */
  patience: 60_000,
  /** How long a run looks for its first worker. */
  firstWorker: 8000,
  /** An answer is looked for if no event has told of it for so long; then its job is removed. */
  overdue: 3000,
  /** Redis forgets queues that are not renewed, and after a week the lists by which they would be removed. */
  leftover: 600_000,
  listed: 7 * 86_400_000,
};

/** Outcomes are forgotten after a week, s; larger ones are not kept, bytes. */
export const outcomeLife = 7 * 86_400;
export const largestOutcome = 65_536;

/** Bytes of a candidate, unless a worker says otherwise. */
export const defaultMost = 64 * 1024 ** 2;

/** Limits of a job. */
export const mostFiles = 20_000;
export const longestTimeout = 2 ** 31 - 1;
export const mostFactor = 1000;

/** Where the workers are found, and by what name they know the command. */
export interface ClusterChoice {
  readonly redis: string;
  readonly oracle: string;
}

export interface ClusterWatcher {
  status(status: ClusterStatus): void;
  /** One sentence. */
  notice(message: string): void;
}

/** `new`: not asked yet; `gone`: silent. */
export type WorkerState = 'new' | 'checking' | 'working' | 'refused' | 'gone';

/** A worker of a run, for people. */
export interface CrewMember {
  readonly name: string;
  /** Tests that it runs at once. */
  readonly slots: number;
  readonly state: WorkerState;
  /** Why it is refused, in one sentence. */
  readonly why?: string;
  /** Answered tests, those of them that were known from earlier runs, and the wall time of the others. */
  readonly tests: number;
  readonly known: number;
  readonly ms: number;
}

export interface ClusterStatus {
  readonly workers: readonly CrewMember[];
  /** Tests without an answer yet. */
  readonly asked: number;
  /** How long Redis has been silent, ms. Unset if it answers. */
  readonly silentMs?: number;
}
