/** A worker: tests the candidates of each run that asks for one of its oracles. */
import { Worker, type Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { delimiter, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { oracleIdentity } from '../oracle/property';
import { copy } from '../oracle/places/copy';
import { isFile } from '../oracle/platform/files';
import { type OracleCommand, described } from '../oracle/processes/command';
import { sweep } from '../oracle/processes/escapees';
import { openTester } from '../oracle/tester';
import { addressOf, connected, part, redisProblem, tryAddress, type Address } from './address';
import {
  candidateName,
  cleanLine,
  contentOf,
  testJob,
  tooLarge,
  type Run,
  type SentReply,
  type TestJob,
  type WorkerEntry,
  stored,
  outcome,
  type Outcome,
} from './messages';
import { keepQueue, queueAt, reap, sayGone, sayPresent } from './register';
import { keys, prefix, queueOf, times, largestOutcome, outcomeLife } from './terms';

interface WorkerOptions extends Pick<WorkerEntry, 'slots' | 'most'> {
  readonly redis: string;
  readonly oracles: ReadonlyMap<string, OracleCommand>;
  /** What verdicts depend on besides the commands: they are shared only where it is the same. */
  readonly identity?: string;
  readonly name?: string;
}

/** Works until `signal` is aborted; tells what happens, one line each. Throws `ClusterError`. */
export async function work(options: WorkerOptions, tell: (line: string) => void, signal: AbortSignal): Promise<void> {
  const address = addressOf(options.redis);
  await tryAddress(address);
  // Leftovers of killed workers.
  await sweep(tmpdir());
  const { slots, most, name = `${hostname()}:${process.pid}` } = options;
  const entry = { id: randomUUID(), name, oracles: [...options.oracles.keys()], slots, most };
  const station = new Station(address, entry, options, (line) => signal.aborted || tell(line));
  const over = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  // Without Redis, each attendance waits.
  await Promise.race([over, station.attend()]);
  tell(`${name} tests ${entry.oracles.join(', ')} for ${address.told}, ${slots} at once.`);
  while (!signal.aborted) await Promise.race([over, sleep(times.beat).then(() => station.attend())]);
  await station.leave();
}

/** Its client has ended it, or has been silent for long. A client that lives asks again. */
class RunOver extends Error {}

/** A run has a run root of its own here, which goes when the run is over. */
type OpenRun = Awaited<ReturnType<Station['begin']>>;

/** A worker's place at Redis. */
class Station {
  private readonly redis: Redis;
  private readonly ears: Redis;
  private readonly queue: Queue;
  private readonly jobs: Worker;
  private readonly runs = new Map<string, Promise<OpenRun>>();
  /** Told last of Redis. */
  private last = '';

  constructor(
    private readonly address: Address,
    private readonly worker: WorkerEntry,
    private readonly options: WorkerOptions,
    private readonly tell: (line: string) => unknown,
  ) {
    const redis = (this.redis = connected(address));
    this.queue = queueAt(redis, worker.id, true);
    this.jobs = new Worker(queueOf(worker.id), ({ data }, _, signal) => this.test(data, signal!), {
      connection: address.options,
      prefix,
      concurrency: worker.slots,
      lockDuration: times.lock,
      stalledInterval: times.lock / 2,
      drainDelay: 1,
    }).on('error', () => {});
    this.ears = connected(address);
    void this.ears.subscribe(keys.over);
    this.ears.on('message', (_, id: string) => void (this.runs.has(id) ? this.end(id) : this.jobs.cancelJob(id)));
    redis.on('close', () => this.tellOnce(`Redis at ${address.told} is gone: waiting for it.`));
    redis.on('ready', () => this.last && this.tellOnce(`Redis at ${address.told} is back.`));
  }

  /** Once a beat. Redis may refuse for a while: it is full, or a right was taken away. */
  async attend(): Promise<void> {
    const { redis, worker, queue } = this;
    try {
      await sayPresent(redis, worker);
      await keepQueue(queue, redis);
      for (const run of this.runs.keys()) if (!(await redis.exists(keys.base(run)))) await this.end(run);
      for (const ended of ['completed', 'failed'] as const) await queue.clean(times.overdue, 1000, ended);
      await reap(redis);
    } catch (error) {
      this.tellOnce(cleanLine((redisProblem(error, this.address) as Error).message));
    }
  }

  /** Nothing stays behind, unless Redis does not answer. */
  async leave(): Promise<void> {
    await part(this.address, [this.redis, this.ears], async () => {
      await Promise.all([...[...this.runs.keys()].map((run) => this.end(run)), sayGone(this.redis, this.worker.id)]);
      await this.jobs.close(true);
      await this.queue.obliterate({ force: true });
    });
  }

  /** Throws the signal's reason, and `RunOver`; all other trouble is an answer. */
  private async test(given: unknown, signal: AbortSignal): Promise<SentReply> {
    try {
      const { data: job } = testJob.safeParse(given);
      if (!job) throw new Error('The worker refuses an unknown test.');
      const { id } = job.run;
      const run = this.runs.get(id) ?? this.begin(job.run);
      this.runs.set(id, run);
      run.catch(() => this.runs.get(id) === run && this.runs.delete(id));
      return await this.tested(await run, job, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof RunOver) throw error;
      return { trouble: (error as Error).message };
    }
  }

  /** Throws `RunOver` and other errors. */
  async begin({ id, ...named }: Run) {
    const { redis, worker, options } = this;
    const command = options.oracles.get(named.oracle);
    if (!command) throw new Error(`The worker ${worker.name} does not know the oracle of the run.`);
    const size = await redis.strlen(keys.base(id));
    if (size > worker.most) throw tooLarge(size, worker.most);
    const base = await redis.getBuffer(keys.base(id));
    if (!base) throw new RunOver('The run is over.');
    const fileName = candidateName(named.fileName);
    const tester = await openTester(copy, { fileName });
    const outcomes = sharedOutcomes(redis, fingerprint(command, process.cwd(), options.identity ?? ''), fileName);
    return { base, command, tester, outcomes, ending: new AbortController() };
  }

  /** Its running tests end. */
  private async end(id: string): Promise<void> {
    const opening = this.runs.get(id);
    this.runs.delete(id);
    const run = await opening?.catch(() => undefined);
    if (!run) return;
    run.ending.abort(new RunOver('The run is over.'));
    run.tester.dispose();
    this.tell(`Run ${id.slice(0, 8)} is over: ${run.tester.counts.runs} tests here.`);
  }

  /** Why nothing happens, and when it goes on. */
  private tellOnce(line: string): void {
    if (line !== this.last) this.tell(line);
    this.last = line;
  }

  private async tested(run: OpenRun, job: TestJob, signal: AbortSignal): Promise<SentReply> {
    const { base, command, tester, outcomes, ending } = run;
    const content = contentOf(base, job, this.worker.most);
    const known = await outcomes.known(job);
    if (known) return { ran: known, known: true };
    const either = AbortSignal.any([signal, ending.signal]);
    try {
      const { timeoutMs } = job;
      // The client finds what people see of it.
      const { output: _, ...ran } = await tester.run({ command, content, timeoutMs, signal: either });
      // Not awaited.
      void outcomes.keep(job, ran).catch(() => {});
      return { ran };
    } catch (error) {
      // In a run that is left, an error is no trouble: its place is gone.
      ending.signal.throwIfAborted();
      throw error;
    }
  }
}

/** `oracle`: its fingerprint. Candidates have this base name. */
function sharedOutcomes(redis: Redis, oracle: string, fileName: string) {
  const nameOf = ({ key }: TestJob) => {
    const parts = JSON.stringify([oracle, fileName, key]);
    return keys.outcome(createHash('sha1').update(parts).digest('hex'));
  };
  return {
    /** Undefined if it is not known, or took longer than the time-out. */
    async known(job: TestJob): Promise<Outcome | undefined> {
      const kept = job.fresh ? undefined : await stored(redis, nameOf(job));
      const { data } = outcome.safeParse(kept);
      return data && data.ms <= job.timeoutMs ? (kept as Outcome) : undefined;
    },
    /** Not a time-out: another time there may be an answer. */
    async keep(job: TestJob, ran: Outcome): Promise<void> {
      const text = JSON.stringify(ran);
      if (!ran.timedOut && text.length <= largestOutcome) await redis.set(nameOf(job), text, 'EX', outcomeLife);
    },
  };
}

/**
 * The name of an oracle on this machine: equal only if the same words name the same files in directories of the same path, and `more`
 * is the same. Rules are no part of it: outcomes are kept, not verdicts.
 */
export function fingerprint(command: OracleCommand, cwd: string, more: string): string {
  const hash = createHash('sha1').update(JSON.stringify([oracleIdentity({ command }), more]));
  for (const word of described(command).split(/[\s'"`;|&<>(){}=]+/)) {
    const path = word && fileNamed(word, cwd);
    if (path) hash.update(`\0${word}\0${createHash('sha1').update(readFileSync(path)).digest('hex')}`);
  }
  return hash.digest('hex');
}

function fileNamed(word: string, cwd: string): string | undefined {
  const folders = word.includes('/') ? [cwd] : [cwd, ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => resolve(folder, word)).find(isFile);
}
