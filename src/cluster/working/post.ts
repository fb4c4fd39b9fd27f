/** One run on a worker: its base, a run root of its own for its candidates, and once it has joined its share of the run's queue. */
import * as l10n from '@vscode/l10n';
import type { OracleCommand } from '../../oracle/processes/command';
import { copy } from '../../oracle/places/copy';
import { SandboxError } from '../../oracle/places/place';
import { CannotStart } from '../../oracle/processes/start';
import { openTester, type Tester } from '../../oracle/tester';
import { ClusterError, type Address } from '../address';
import { contentOf, replyOf, testFrom, tooLarge, type Reply, type TestJob } from '../jobs';
import { candidateName } from '../names';
import type { Present } from '../presence';
import { removeQueue } from '../reap';
import { cleanName } from '../received';
import { WaitingError, Worker, type Job, type Redis } from '../redis';
import { isOver, readRun } from '../runs';
import { keys, prefix, queues, times } from '../terms';
import { fingerprint } from './fingerprint';
import { sharedVerdicts } from './verdicts';

/** What all runs of a worker share. */
export interface Household {
  readonly address: Address;
  readonly redis: Redis;
  /** Listens to channels. */
  readonly ears: Redis;
  readonly worker: Present;
  readonly oracles: ReadonlyMap<string, OracleCommand>;
  /** What their verdicts depend on besides. */
  readonly identity: string;
  /** Runs it when one of the worker's slots is free. */
  readonly inSlot: <T>(work: () => Promise<T>) => Promise<T>;
}

interface Setting {
  readonly base: Buffer;
  readonly command: OracleCommand;
  readonly tester: Tester;
  readonly verdicts: ReturnType<typeof sharedVerdicts>;
}

export class Post {
  private queue: Worker<TestJob, Reply> | undefined;
  private readonly ending = new AbortController();
  /** How many times longer its tests take here than where the run was calibrated. */
  private factor = 1;

  private constructor(
    private readonly household: Household,
    private readonly run: string,
    private readonly setting: Setting,
  ) {}

  static async open(household: Household, run: string): Promise<Post> {
    const { redis, worker, oracles, identity } = household;
    const record = await readRun(redis, run);
    if (!record) throw new ClusterError(l10n.t('The run is over.'));
    const command = oracles.get(record.oracle);
    if (!command) throw new ClusterError(unknownOracle(record.oracle, worker));
    const fileName = candidateName(record.fileName);
    const size = await redis.strlen(keys.base(run));
    if (size > worker.most) throw tooLarge(size, worker.most);
    const base = (await redis.getBuffer(keys.base(run))) ?? Buffer.alloc(0);
    const tester = await openTester(copy, { fileName });
    const verdicts = sharedVerdicts(redis, fingerprint(command, process.cwd(), identity), fileName);
    return new Post(household, run, { base, command, tester, verdicts });
  }

  get tests(): number {
    return this.setting.tester.counts.runs;
  }

  /** Takes tests from the run's queue. */
  async join(factor: number): Promise<void> {
    this.factor = factor;
    if (this.queue) return;
    const { address, ears, worker } = this.household;
    await ears.subscribe(keys.cancelled(this.run));
    this.queue = new Worker<TestJob, Reply>(
      queues.run(this.run),
      (job, token, signal) => this.work(job, token, signal),
      {
        connection: address.options,
        prefix,
        name: worker.id,
        concurrency: worker.slots,
        lockDuration: times.lock,
        stalledInterval: times.lock / 2,
        maxStalledCount: 1000,
        drainDelay: 1,
      },
    );
    this.queue.on('error', () => {});
  }

  cancel(job: string): void {
    this.queue?.cancelJob(job);
  }

  /** A test of its own, not from the queue. Throws `ClusterError`. */
  test(job: TestJob, signal: AbortSignal, factor = this.factor): Promise<Reply> {
    return this.household.inSlot(async () => this.tested(job, signal, factor));
  }

  /** Running tests end and go to another worker; nothing is left of the run here, and in Redis nothing if it is over. */
  async close(): Promise<void> {
    const { ears } = this.household;
    this.ending.abort();
    this.setting.tester.dispose();
    await ears.unsubscribe(keys.cancelled(this.run)).catch(() => {});
    await this.queue?.close(true).catch(() => {});
    await this.removeTraces().catch(() => {});
  }

  /**
   * If the client is gone, it removes nothing; and BullMQ's look for stalled jobs writes keys anew if it comes after the client
   * has removed them. Not key by key: without `meta` the client's own removal, at the same time, would fail.
   */
  private async removeTraces(): Promise<void> {
    const { address, redis } = this.household;
    if (await isOver(redis, this.run)) await removeQueue(address, queues.run(this.run));
  }

  private async work(
    job: Job<TestJob, Reply>,
    token: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Reply> {
    const either = signal ? AbortSignal.any([signal, this.ending.signal]) : this.ending.signal;
    try {
      return await this.test(testFrom(job.data), either);
    } catch (error) {
      if (!this.ending.signal.aborted) throw error;
      await job.moveToWait(token);
      throw new WaitingError();
    }
  }

  private async tested(job: TestJob, signal: AbortSignal, factor: number): Promise<Reply> {
    const { worker } = this.household;
    const { base, command, tester, verdicts } = this.setting;
    const content = contentOf(base, job, worker.most);
    const timeoutMs = Math.round(job.timeoutMs * factor);
    const known = await verdicts.known(job, job.timeoutMs);
    if (known) return { worker: worker.id, ...known, known: true };
    try {
      const ran = await tester.run({ command, content, timeoutMs, keep: new Set(job.keep), signal });
      const reply = replyOf(worker.id, { ...ran, ms: Math.round(ran.ms / factor) });
      // Not awaited.
      void verdicts.keep(job, reply).catch(() => {});
      return reply;
    } catch (error) {
      // An error in a run that is left is no trouble: its place is gone.
      signal.throwIfAborted();
      if (!(error instanceof CannotStart || error instanceof SandboxError)) throw error;
      return { worker: worker.id, trouble: error.message };
    }
  }
}

function unknownOracle(name: string, { name: who, oracles }: Present): string {
  return l10n.t(
    'The worker {0} does not know the oracle "{1}", only {2}: start it with --oracle {1}=COMMAND.',
    who,
    cleanName(name),
    oracles.join(', '),
  );
}
