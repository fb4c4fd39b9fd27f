/**
 * The workers of a cluster in the place of a tester: commands run there, verdicts are found here. What a run needs of Redis is kept
 * alive once a second, and put there again when it was forgotten.
 */
import * as l10n from '@vscode/l10n';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from '../redis';
import type { Content } from '../../oracle/content';
import type { Placement } from '../../oracle/places/place';
import type { Question, Ran, Tester } from '../../oracle/tester';
import { addressOf, ClusterError, connected, redisProblem, tryAddress } from '../address';
import type { Address } from '../address';
import { bytesOf, jobOf, ranOf, replyFrom, tooLarge } from '../jobs';
import type { Reply, RunRecord, TestJob } from '../jobs';
import { reap } from '../reap';
import { keepRun, publishRun, removeRun } from '../runs';
import { defaultMost, queues, times } from '../terms';
import { checkAgainst } from './check';
import type { Calibrated } from './check';
import { Crew } from './crew';
import type { CrewMember } from './roster';
import { Desk } from './desk';
import { Jury } from './jury';
import { noWorkers, silentRedis } from './patience';

/** Where the workers are found, and by what name they know the command. */
export interface ClusterChoice {
  /** Address of Redis. */
  readonly redis: string;
  readonly oracle: string;
}

export interface ClusterStatus {
  readonly workers: readonly CrewMember[];
  /** Tests that were asked for and have no answer yet. */
  readonly asked: number;
  /** How long Redis has been silent, ms. Unset if it answers. */
  readonly silentMs?: number;
}

export interface ClusterWatcher {
  status(status: ClusterStatus): void;
  /** One sentence. */
  notice(message: string): void;
}

/** What candidates are made from. */
export interface Origin {
  readonly input: Content;
  /** The base name that every candidate gets. */
  readonly fileName: string;
}

/** Nobody chooses it by its name. */
const far: Placement = {
  name: 'cluster',
  description: '',
  hint: () =>
    l10n.t(
      'it must end with 0 while the bug is there, also on the machine of the worker: look at the command that it was started with.',
    ),
  open: () => {
    throw new Error('Nothing is placed here.');
  },
};

/** Throws `ClusterError`. */
export async function openCluster(choice: ClusterChoice, subject: Origin, watcher: ClusterWatcher): Promise<Cluster> {
  const address = addressOf(choice.redis);
  const base = bytesOf(subject.input);
  if (base.length > defaultMost) throw tooLarge(base.length, defaultMost);
  await tryAddress(address);
  const cluster = new Cluster(address, { oracle: choice.oracle, fileName: subject.fileName }, base, watcher);
  await cluster.open();
  return cluster;
}

export class Cluster {
  readonly tester: Tester;
  private readonly run = randomUUID();
  private readonly redis: Redis;
  private readonly desk: Desk<TestJob, Reply>;
  private readonly crew: Crew;
  private jury: Jury | undefined;
  private failed = false;
  private readonly counts = { runs: 0, timeouts: 0, ms: 0 };
  private ticking: NodeJS.Timeout | undefined;
  private tending: Promise<void> | undefined;
  private rejoining: Promise<void> | undefined;
  /** When Redis has answered last, and when a worker was there last, by `Date.now()`. */
  private heard = Date.now();
  private manned = Date.now();
  private ticked = Date.now();
  private nudged = Date.now();

  constructor(
    private readonly address: Address,
    private readonly record: RunRecord,
    private readonly base: Buffer,
    private readonly watcher: ClusterWatcher,
  ) {
    const { run } = this;
    const redis = (this.redis = connected(address));
    this.desk = new Desk({ address, redis, queue: queues.run(run), run, read: replyFrom });
    const onRefused = (name: string, why: string) =>
      watcher.notice(l10n.t('The worker {0} is refused: {1}', name, why));
    const onJunk = (id: string) =>
      watcher.notice(l10n.t('Redis has an entry "{0}" that is not of a worker of Whittle: it is skipped.', id));
    this.crew = new Crew({ address, redis, oracle: record.oracle, run, onRefused, onJunk });
    const test = (question: Question) => this.test(question);
    this.tester = { placement: far, counts: this.counts, run: test, dispose: () => undefined };
  }

  async open(): Promise<void> {
    try {
      await publishRun(this.redis, this.run, this.record, this.base);
      await reap(this.redis, this.address);
    } catch (error) {
      await this.close();
      throw redisProblem(error, this.address);
    }
    this.ticked = Date.now();
    this.ticking = setInterval(() => this.tick(), times.beat);
  }

  /** Tests that can run at once now, at least 1. */
  get slots(): number {
    return Math.max(1, this.crew.slots);
  }

  /** Calibrates with one of the workers. Throws `ClusterError`, and what `calibrate` does with the first. */
  calibratedWith<T>(calibrate: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.crew.calibratedWith(calibrate, signal);
  }

  /** Lets the other workers in, as far as they say the same. */
  admit(calibrated: Calibrated): void {
    this.jury = new Jury(this.crew, calibrated.rule, this.watcher.notice);
    this.crew.begin(checkAgainst(calibrated, this.base));
    this.tick();
  }

  /** Nothing of the run is left in Redis, unless that cannot be reached. */
  async close(): Promise<void> {
    clearInterval(this.ticking);
    const parting = async () => {
      try {
        await this.crew.close();
        await this.tending;
        await removeRun(this.redis, this.run);
      } finally {
        await this.desk.close();
      }
    };
    await Promise.race([parting().catch(() => {}), sleep(3000)]);
    this.address.letGo();
    this.redis.disconnect();
  }

  /** Workers with trouble of their own are dismissed, and another one is asked. Throws `ClusterError`. */
  private async test({ content, timeoutMs, keep, fresh, inTurn, signal }: Question): Promise<Ran> {
    const job: TestJob = { ...jobOf(this.base, content), timeoutMs, keep: [...keep], fresh };
    const most = Math.min(defaultMost, this.crew.most);
    if (job.edits.size > most) throw tooLarge(job.edits.size, most);
    const found = inTurn && (await this.jury?.ran(job, signal));
    if (found) {
      found.replies.forEach((reply) => this.answered(reply));
      return found.ran;
    }
    for (;;) {
      const reply = await this.desk.ask(job, signal);
      const ran = this.answered(reply);
      if (ran) {
        this.jury?.note(job, reply, ran);
        return ran;
      }
      await this.crew.dismiss(reply.worker, reply.trouble ?? '');
      if (this.crew.slots === 0) throw new ClusterError(reply.trouble);
    }
  }

  private answered(reply: Reply): Ran | undefined {
    this.crew.roster.answered(reply);
    return reply.ran && this.counted(ranOf(reply.ran, reply.said), reply.known);
  }

  private counted(ran: Ran, known = false): Ran {
    if (known) return ran;
    this.counts.runs++;
    this.counts.ms += ran.ms;
    if (ran.timedOut) this.counts.timeouts++;
    return ran;
  }

  private tick(): void {
    this.heldUp();
    this.tending ??= this.tend()
      .catch((error: unknown) => {
        const problem = redisProblem(error, this.address);
        if (problem instanceof ClusterError) this.fail(problem);
      })
      .finally(() => (this.tending = undefined));
    this.giveUp();
    this.tell();
  }

  private async tend(): Promise<void> {
    const isKept = await keepRun(this.redis, this.run, this.record);
    this.heard = Date.now();
    if (!isKept) {
      await publishRun(this.redis, this.run, this.record, this.base);
      this.joinAgain();
    }
    await this.crew.look();
    await this.desk.keep();
    const isWaiting = await this.desk.mend(!isKept);
    this.heard = Date.now();
    // Workers may have left the run without our knowledge.
    if (!isWaiting || this.heard - this.nudged < times.silence) return;
    this.nudged = this.heard;
    this.joinAgain();
  }

  /** A worker that does not answer must not keep us from what else is to be done. */
  private joinAgain(): void {
    this.rejoining ??= this.crew.joinAgain().finally(() => (this.rejoining = undefined));
  }

  /** This process may have been suspended: nobody else was silent for that time. */
  private heldUp(): void {
    const now = Date.now();
    const gap = now - this.ticked - times.beat;
    this.ticked = now;
    if (gap < times.beat) return;
    this.heard += gap;
    this.manned += gap;
  }

  /** Who has waited in vain for too long is told. */
  private giveUp(): void {
    const now = Date.now();
    if (this.crew.slots > 0) this.manned = now;
    if (now - this.heard > times.patience) this.fail(silentRedis(this.address.told));
    else if (now - this.manned > times.patience && this.desk.asked > 0) this.fail(noWorkers(this.record.oracle));
  }

  private fail(error: ClusterError): void {
    if (this.failed) return;
    this.failed = true;
    this.crew.giveUp(error);
    this.desk.failAll(error);
  }

  /** What the watcher is told once a second. */
  tell(): void {
    const silentMs = Date.now() - this.heard;
    this.watcher.status({
      workers: this.crew.roster.told,
      asked: this.desk.asked,
      silentMs: silentMs > 3 * times.beat ? silentMs : undefined,
    });
  }
}
