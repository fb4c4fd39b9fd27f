/**
 * The workers of a cluster in the place of a tester: commands run there, verdicts are found here. One worker after the other tries to
 * calibrate the run, until one succeeds. Each of the others, also one that comes later, joins only if its verdicts on the unchanged
 * and on the empty input are the same; else it is refused and named. This file is the way into the room.
 */
import * as l10n from '@vscode/l10n';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Content } from '../oracle/content';
import { copy } from '../oracle/places/copy';
import type { FarSide, Proof } from '../oracle/property';
import type { Question, Ran, Tester } from '../oracle/tester';
import { addressOf, tryAddress } from './address';
import { agreed, Crew, type Testimony } from './crew';
import { Lease } from './lease';
import { unlessAborted, type Member } from './member';
import { bytesOf, testOf, tooLarge, type TestJob } from './messages';
import { whoIsThere } from './register';
import { ClusterError, defaultMost, times, type ClusterChoice, type ClusterWatcher, type WorkerState } from './terms';

export { cleanName } from './messages';
export { listCluster } from './register';
export { work } from './worker';

/** `input`: what candidates are made from; `fileName`: its base name. Throws `ClusterError`. */
export async function openCluster(
  { redis, oracle }: ClusterChoice,
  { input, fileName }: { readonly input: Content; readonly fileName: string },
  watcher: ClusterWatcher,
): Promise<Cluster> {
  const address = addressOf(redis);
  const base = bytesOf(input);
  if (base.length > defaultMost) throw tooLarge(base.length, defaultMost);
  await tryAddress(address);
  const cluster = new Cluster(new Lease(address, base, { id: randomUUID(), oracle, fileName }), watcher);
  await cluster.lease.begin(
    () => cluster.tell(),
    () => cluster.crew.look(),
  );
  return cluster;
}

/** Workers that try to calibrate, or that test a result, at most. */
const mostTries = 3;

/** Until it is looked again whether a worker is there, ms. */
const pause = 100;

class Cluster implements FarSide {
  readonly tester: Tester;
  readonly crew: Crew;
  private readonly counts = { runs: 0, timeouts: 0, ms: 0 };
  /** Tests without an answer. */
  private asked = 0;

  constructor(
    readonly lease: Lease,
    private readonly watcher: ClusterWatcher,
  ) {
    this.crew = new Crew(lease, watcher.notice);
    const run = (question: Question) => this.test(question);
    this.tester = { placement: { ...copy }, counts: this.counts, run, dispose: () => undefined };
  }

  tell(): void {
    const { crew, lease, asked, watcher } = this;
    watcher.status({ workers: crew.told, asked, silentMs: lease.silentMs });
  }

  slots(): number {
    return Math.max(1, this.crew.room);
  }

  async calibratedWith<T>(calibrate: () => Promise<T>, signal: AbortSignal): Promise<T> {
    let first: unknown;
    for (let tries = 0; tries < mostTries;) {
      const member = await this.someone('new', signal, first === undefined ? times.firstWorker : 0);
      if (!member) throw first ?? (await this.nobody());
      member.state = 'working';
      try {
        const calibration = await calibrate();
        member.factor = 1;
        return calibration;
      } catch (error) {
        if (signal.aborted || this.lease.over.aborted) throw error;
        // It died a short while ago. Others may live.
        if ((member.state as WorkerState) === 'gone') continue;
        first ??= error;
        tries++;
        this.crew.refuse(member, (error as Error).message);
      }
    }
    throw first;
  }

  admit(proof: Proof): void {
    this.crew.proof = proof;
    void this.crew.look().catch(() => {});
  }

  close(): Promise<void> {
    return this.lease.end(() => this.crew.close());
  }

  /** By any worker, a result by several. Throws `ClusterError`. */
  private async test(question: Question): Promise<Ran> {
    const { crew, lease } = this;
    const { inTurn, signal } = question;
    const test = testOf(lease.run, lease.base, question);
    const told = inTurn && crew.proof ? await this.testBySeveral(test, signal) : [];
    if (crew.proof && told.length > 0) return agreed(told, crew.proof.rule, crew);
    this.asked++;
    try {
      return await this.testByOne(test, signal);
    } finally {
      this.asked--;
    }
  }

  /** If a worker is in trouble, another one is asked. Waits for one, unless the run is being calibrated by one worker alone. */
  private async testByOne(test: TestJob, signal: AbortSignal): Promise<Ran> {
    const { crew, lease } = this;
    for (;;) {
      const member = await this.someone('working', signal, crew.proof ? times.patience : 0);
      if (!member) throw crew.proof ? await this.nobody() : new Error('The worker of the calibration is gone.');
      const ran = await this.ask(member, test, signal);
      if (ran) return ran;
      if (member.state === 'refused' && crew.room === 0) throw new ClusterError(member.why);
      await unlessAborted(sleep(pause), signal, lease.over);
    }
  }

  /** By up to three workers. Waits for workers that have just come. Empty if none answers. */
  private async testBySeveral(test: TestJob, signal: AbortSignal): Promise<Testimony[]> {
    await unlessAborted(this.crew.gather(), signal, this.lease.over);
    const asked = this.crew
      .in('working')
      .slice(0, mostTries)
      .map(async (member) => {
        const ran = await this.ask(member, test, signal);
        return ran ? [{ member, ran }] : [];
      });
    return (await Promise.all(asked)).flat();
  }

  /** Undefined if the worker is gone, or in trouble: it is refused then. */
  private async ask(member: Member, test: TestJob, signal: AbortSignal): Promise<Ran | undefined> {
    const reply = await member.ask(test, signal);
    if (!reply) return undefined;
    const { ran, known, trouble = '' } = reply;
    member.figures.tests++;
    if (!ran) this.crew.refuse(member, trouble);
    else if (known) member.figures.known++;
    else {
      for (const figures of [member.figures, this.counts]) figures.ms += ran.ms;
      this.counts.runs++;
      if (ran.timedOut) this.counts.timeouts++;
    }
    return ran;
  }

  /** The idlest worker in this state; undefined if none comes for so many ms. A suspension of this process does not count. */
  private async someone(state: WorkerState, signal: AbortSignal, patience: number): Promise<Member | undefined> {
    const { crew, lease } = this;
    for (let waited = 0; ; waited += pause) {
      if (state === 'new') await unlessAborted(crew.look(), signal, lease.over);
      const [member] = crew.in(state);
      if (member || waited >= patience) return member;
      await unlessAborted(sleep(pause), signal, lease.over);
    }
  }

  /** For long no worker of this oracle has been there. */
  private async nobody(): Promise<ClusterError> {
    const { redis, address, run } = this.lease;
    const others = new Set((await whoIsThere(redis)).flatMap(({ oracles }) => oracles));
    return new ClusterError(
      l10n.t(
        'No worker at {0} has the oracle "{1}" (workers have: {2}): start one (whittle worker --oracle {1}=COMMAND).',
        ...[address.told, run.oracle, [...others].join(', ') || '–'],
      ),
    );
  }
}
