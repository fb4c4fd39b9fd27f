/**
 * The workers of a cluster in the place of a tester: commands run there, verdicts are found here. Once a second the run renews what
 * it keeps in Redis, and writes it again if Redis has forgotten it.
 */
import * as l10n from '@vscode/l10n';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from '../redis';
import type { JudgedCommand } from '../../oracle/oracle';
import { propertyOf, type FarSide, type Proof, type Property } from '../../oracle/property';
import type { Question, Ran, Tester } from '../../oracle/tester';
import { addressOf, ClusterError, connected, redisProblem, tryAddress, type Address } from '../address';
import { bytesOf, jobOf, ranOf, replyFrom, tooLarge, type Reply, type RunRecord, type TestJob } from '../jobs';
import { reap } from '../reap';
import { keepRun, publishRun, removeRun } from '../runs';
import { defaultMost, queues, times } from '../terms';
import { checkAgainst } from './check';
import { far, type ClusterChoice, type ClusterWatcher, type Origin } from './choice';
import { Crew } from './crew';
import { Desk } from './desk';
import { Jury } from './jury';
import { Patience } from './patience';

/** A property whose command runs on the workers of a cluster. Throws `ClusterError` and `RuleError`. */
export async function openFarProperty(
  choice: ClusterChoice,
  command: JudgedCommand,
  subject: Origin,
  watcher: ClusterWatcher,
): Promise<Property> {
  const cluster = await openCluster(choice, subject, watcher);
  return { ...propertyOf(cluster.tester, [command]), far: cluster };
}

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

class Cluster implements FarSide {
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
  private readonly patience = new Patience();

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
      watcher.notice(l10n.t('Skipped an entry of Redis that does not come from a worker of Whittle: "{0}".', id));
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
    this.patience.tick();
    this.ticking = setInterval(() => this.tick(), times.beat);
  }

  slots(): number {
    return Math.max(1, this.crew.slots);
  }

  calibratedWith<T>(calibrate: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.crew.calibratedWith(calibrate, signal);
  }

  admit(proof: Proof): void {
    this.jury = new Jury(this.crew, proof.rule, this.watcher.notice);
    this.crew.begin(checkAgainst(proof, this.base));
    this.tick();
  }

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

  /** Dismisses workers in trouble and tries others. Throws `ClusterError`. */
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
    if (!reply.ran) return undefined;
    const ran = ranOf(reply.ran, reply.said);
    if (reply.known) return ran;
    this.counts.runs++;
    this.counts.ms += ran.ms;
    if (ran.timedOut) this.counts.timeouts++;
    return ran;
  }

  private tick(): void {
    const { patience, crew, desk, address, record } = this;
    patience.tick();
    this.tending ??= this.tend()
      .catch((error: unknown) => {
        const problem = redisProblem(error, address);
        if (problem instanceof ClusterError) this.fail(problem);
      })
      .finally(() => (this.tending = undefined));
    const problem = patience.problem(crew.slots > 0, desk.asked > 0, address.told, record.oracle);
    if (problem) this.fail(problem);
    this.tell();
  }

  private async tend(): Promise<void> {
    const isKept = await keepRun(this.redis, this.run, this.record);
    this.patience.hear();
    if (!isKept) {
      await publishRun(this.redis, this.run, this.record, this.base);
      this.joinAgain();
    }
    await this.crew.look();
    await this.desk.keep();
    const isWaiting = await this.desk.mend(!isKept);
    this.patience.hear();
    if (isWaiting && this.patience.isNudgeDue()) this.joinAgain();
  }

  /** Not awaited: a worker may never answer. */
  private joinAgain(): void {
    this.rejoining ??= this.crew.joinAgain().finally(() => (this.rejoining = undefined));
  }

  private fail(error: ClusterError): void {
    if (this.failed) return;
    this.failed = true;
    this.crew.giveUp(error);
    this.desk.failAll(error);
  }

  /** Once a second. */
  tell(): void {
    const { crew, desk, patience } = this;
    this.watcher.status({ workers: crew.roster.told, asked: desk.asked, silentMs: patience.silentMs });
  }
}
