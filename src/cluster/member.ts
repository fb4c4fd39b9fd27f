/**
 * A worker as a run sees it. A question is a job in the worker's queue, its answer the job's return value. What Redis has forgotten
 * is asked again, and what the worker cannot answer any more is given back.
 */
import * as l10n from '@vscode/l10n';
import { QueueEvents, type Job, type Queue } from 'bullmq';
import { aborted } from 'node:util';
import type { Content } from '../oracle/content';
import { oracleOf } from '../oracle/oracle';
import { copy } from '../oracle/places/copy';
import { fixedText } from '../oracle/processes/command';
import type { Proof } from '../oracle/property';
import type { Question, Ran } from '../oracle/tester';
import { redisProblem } from './address';
import type { Lease } from './lease';
import { replyFrom, testOf, type Reply, type TestJob, type WorkerEntry } from './messages';
import { queueAt } from './register';
import { ClusterError, keys, longestTimeout, mostFactor, prefix, queueOf, times, type WorkerState } from './terms';

/** The worker is gone, or has lost the run. */
const lost = new Error('The worker has not answered.');

/** Ended jobs that are kept, in case their events are missed. */
const ended = { removeOnComplete: { count: 50 }, removeOnFail: { count: 50 } };

/** A worker may be slower by so much; a test that hangs must end all the same. */
const slowest = 10;

export class Member {
  state: WorkerState = 'new';
  /** Why it is refused, in one sentence. */
  why?: string;
  /** How many times longer than where the run was calibrated its tests take, at least 1; unset before that is known. */
  factor?: number;
  /** Answered tests, those of them that were known from earlier runs, and the wall time of the others. */
  readonly figures = { tests: 0, known: 0, ms: 0 };
  private readonly queue: Queue;
  private readonly events: QueueEvents;
  private readonly open = new Set<string>();
  private away = new AbortController();
  private count = 0;

  constructor(
    private readonly lease: Lease,
    readonly entry: WorkerEntry,
  ) {
    this.queue = queueAt(lease.redis, entry.id);
    this.events = new QueueEvents(queueOf(entry.id), { connection: lease.address.options, prefix });
    this.events.on('error', () => {});
    // Each question listens.
    for (const one of [this.queue, this.events]) one.setMaxListeners(0);
  }

  /** Questions without an answer, for each test that it runs at once. */
  get load(): number {
    return this.open.size / this.entry.slots;
  }

  /** Undefined if the worker is gone, or has lost the run: another one may answer. Throws `ClusterError`, and the signal's reason. */
  async ask(test: TestJob, signal: AbortSignal): Promise<Reply | undefined> {
    const { lease, factor = 1 } = this;
    const id = `${lease.run.id}-${++this.count}`;
    const timeoutMs = Math.min(longestTimeout, Math.round(test.timeoutMs * factor));
    this.open.add(id);
    try {
      const answer = this.answer(id, { ...test, timeoutMs });
      const { ran, ...more } = replyFrom(await unlessAborted(answer, signal, lease.over, this.away.signal));
      return { ...more, ran: ran && { ...ran, ms: Math.round(ran.ms / factor) } };
    } catch (error) {
      void this.forget(id).catch(() => {});
      if (error === lost) return undefined;
      throw redisProblem(error, lease.address);
    } finally {
      this.open.delete(id);
    }
  }

  /** Throws `ClusterError` if its verdicts are not those of the calibration. After a silence there is no second check. */
  async check({ input, empty, ms, timeoutMs, rule, repeat }: Proof): Promise<void> {
    if (this.factor !== undefined) return;
    const { run: of, base, over } = this.lease;
    let longest = 0;
    const run = async (question: Question): Promise<Ran> => {
      const reply = await this.ask({ ...testOf(of, base, question), fresh: true }, over);
      if (!reply?.ran) throw reply ? new ClusterError(reply.trouble) : lost;
      longest = Math.max(longest, reply.ran.ms);
      return reply.ran;
    };
    const tester = { placement: copy, counts: { runs: 0, timeouts: 0, ms: 0 }, run, dispose: () => undefined };
    const command = { invocation: { named: of.oracle }, cwd: fixedText('.') };
    const { test } = oracleOf(tester, { command, rule, repeat });
    const holds = async (content: Content) => (await test(content, slowest * timeoutMs, over)).verdict === 'holds';
    if (!(await holds(input)))
      throw new ClusterError(l10n.t('there the command does not show the bug: give it the same tools.'));
    const factor = Math.min(mostFactor, Math.max(1, longest / Math.max(1, ms)));
    if (empty && (await holds(empty)))
      throw new ClusterError(l10n.t('there the test shows the bug on an empty input too: give it the same tools.'));
    this.factor = factor;
  }

  /** Its questions are given back. */
  leave(state: 'refused' | 'gone'): void {
    this.state = state;
    this.away.abort(lost);
  }

  comeBack(): void {
    this.state = 'new';
    this.away = new AbortController();
  }

  async close(): Promise<void> {
    await Promise.all([this.queue.close(), this.events.close()]);
  }

  private async answer(id: string, test: TestJob): Promise<unknown> {
    let job: Job | undefined;
    while (this.open.has(id)) {
      if (!job || (await job.getState()) === 'unknown') job = await this.add(id, test);
      try {
        return await job.waitUntilFinished(this.events, times.overdue);
      } catch {
        // No event has come: it may be waiting, or Redis has forgotten it.
        if (await job.isFailed()) throw lost;
      }
    }
    return undefined;
  }

  private async add(id: string, test: TestJob): Promise<Job> {
    const job = await this.queue.add('test', test, { jobId: id, ...ended });
    void this.lease.redis.pexpire(this.queue.toKey(id), times.leftover).catch(() => {});
    return job;
  }

  /** The worker ends it if it has begun. */
  private async forget(id: string): Promise<void> {
    if ((await this.queue.remove(id)) === 0) await this.lease.redis.publish(keys.over, id);
  }
}

/** Throws the reason of the first signal that is aborted. */
export function unlessAborted<T>(work: Promise<T>, ...signals: AbortSignal[]): Promise<T> {
  const either = AbortSignal.any(signals);
  const abort = aborted(either, work).then(() => Promise.reject(either.reason as Error));
  return Promise.race([work, abort]);
}
