/**
 * A queue of BullMQ as who asks sees it: a job for each question, and its answer once, whatever happens meanwhile. A worker that is
 * killed loses its jobs to others (BullMQ); what Redis has forgotten is put there again, by the same id.
 */
import { ClusterError, redisProblem, type Address } from '../address';
import { keepQueue } from '../reap';
import { cleanLine } from '../received';
import { Queue, QueueEvents, type Redis } from '../redis';
import { keys, prefix, times } from '../terms';

interface Asked<Answer> {
  readonly data: unknown;
  /** When its answer was looked for last, or it was asked, by `Date.now()`. */
  looked: number;
  settle(answer: Answer): void;
  fail(error: unknown): void;
}

export interface DeskOptions<Answer> {
  readonly address: Address;
  /** For commands beside those of the queue. */
  readonly redis: Redis;
  readonly queue: string;
  /** The run that the jobs are of. */
  readonly run: string;
  /** Checks an answer. Throws `ClusterError`. */
  readonly read: (value: unknown) => Answer;
}

/** Ended jobs that are kept, in case their events are missed. */
const kept = { removeOnComplete: { count: 50 }, removeOnFail: { count: 50 } };

/** Answers are looked for if no event has told of them for so long, ms. */
const overdue = 3000;

export class Desk<Question, Answer> {
  private readonly queue: Queue;
  private readonly events: QueueEvents;
  private readonly open = new Map<string, Asked<Answer>>();
  private count = 0;
  /** Why there are no more questions. */
  private over: { readonly error: unknown } | undefined;

  constructor(private readonly options: DeskOptions<Answer>) {
    const settings = { connection: options.address.options, prefix };
    this.queue = new Queue(options.queue, { ...settings, streams: { events: { maxLen: 1000 } } });
    this.events = new QueueEvents(options.queue, settings);
    this.queue.on('error', () => {});
    this.events.on('error', () => {});
    this.events.on('completed', ({ jobId, returnvalue }) => this.settle(jobId, returnvalue));
    this.events.on('failed', ({ jobId, failedReason }) =>
      this.take(jobId)?.fail(new ClusterError(cleanLine(failedReason))),
    );
  }

  /** Questions without an answer. */
  get asked(): number {
    return this.open.size;
  }

  /** Throws `ClusterError` if the workers refuse it, and the signal's reason if aborted. */
  ask(data: Question, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    if (this.over) return Promise.reject(this.over.error as Error);
    const id = `${this.options.run}-${++this.count}`;
    return new Promise((resolve, reject) => {
      const cancel = () => {
        this.take(id)?.fail(signal.reason);
        void adding.then(() => this.forget(id));
      };
      const release = () => signal.removeEventListener('abort', cancel);
      signal.addEventListener('abort', cancel, { once: true });
      this.open.set(id, {
        data,
        looked: Date.now(),
        settle: (answer) => (release(), resolve(answer)),
        fail: (error) => (release(), reject(error as Error)),
      });
      const adding = this.add(id, data).catch((error: unknown) => this.take(id)?.fail(error));
    });
  }

  /** Looks after questions whose answer is overdue, or after all. True if one of them waits for a worker. */
  async mend(all: boolean): Promise<boolean> {
    const late = [...this.open].filter(([, { looked }]) => all || Date.now() - looked > overdue);
    const states = await Promise.all(late.map(([id, asked]) => this.look(id, asked)));
    return states.some((state) => state === 'unknown' || state === 'waiting' || state === 'paused');
  }

  /** Renews the queue, or Redis forgets it. */
  keep(): Promise<void> {
    return keepQueue(this.options.redis, this.options.queue, [...this.open.keys()]);
  }

  /** Ends all questions, and those that come. */
  failAll(error: unknown): void {
    this.over = { error };
    for (const id of [...this.open.keys()]) this.take(id)?.fail(error);
  }

  /** Nothing of the queue is left in Redis, unless that cannot be reached. */
  async close(): Promise<void> {
    await this.queue.obliterate({ force: true }).catch(() => {});
    await Promise.all([this.queue.close(), this.events.close()].map((closing) => closing.catch(() => {})));
  }

  private async add(id: string, data: unknown): Promise<void> {
    const { address, redis, queue } = this.options;
    try {
      await this.queue.add('ask', data, { jobId: id, ...kept });
    } catch (error) {
      throw redisProblem(error, address);
    }
    void redis.pexpire(`${prefix}:${queue}:${id}`, times.leftover).catch(() => {});
  }

  private async look(id: string, asked: Asked<Answer>): Promise<string> {
    asked.looked = Date.now();
    const state = await this.queue.getJobState(id);
    if (state === 'unknown' && this.open.has(id)) await this.add(id, asked.data);
    if (state !== 'completed' && state !== 'failed') return state;
    const job = await this.queue.getJob(id);
    if (job && state === 'completed') this.settle(id, job.returnvalue);
    if (job && state === 'failed') this.take(id)?.fail(new ClusterError(cleanLine(job.failedReason)));
    return state;
  }

  private settle(id: string, value: unknown): void {
    const asked = this.take(id);
    try {
      asked?.settle(this.options.read(value));
    } catch (error) {
      asked?.fail(error);
    }
  }

  /** It has its answer, or needs none any more. */
  private take(id: string): Asked<Answer> | undefined {
    const asked = this.open.get(id);
    this.open.delete(id);
    return asked;
  }

  /** Tells a worker that has begun it. */
  private async forget(id: string): Promise<void> {
    const removed = await this.queue.remove(id).catch(() => 0);
    if (!removed) await this.options.redis.publish(keys.cancelled(this.options.run), id).catch(() => {});
  }
}
