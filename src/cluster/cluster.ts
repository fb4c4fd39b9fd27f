/**
 * The workers of a cluster in the place of a tester: commands run there, verdicts are found here. One worker after the other tries to
 * calibrate the run, until one succeeds. Each of the others, also one that comes later, joins only if its verdicts on the unchanged
 * and on the empty input are the same; else it is refused and named. This file is
 * the way into the room, and a bundle of its own: only runs on workers need Redis.
 */
import * as l10n from '@vscode/l10n';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Content } from '../oracle/content';
import { copy } from '../oracle/places/copy';
import type { FarSide, Proof } from '../oracle/property';
import type { Question, Ran, Tester } from '../oracle/tester';
import { addressOf, tryAddress, type Address } from './address';
import { Jury, type Testimony } from './jury';
import { Lease, noWorker } from './lease';
import { Member, unlessAborted } from './member';
import { bytesOf, testOf, tooLarge, type Run, type Test } from './messages';
import { whoIsThere } from './register';
import {
  ClusterError,
  defaultMost,
  times,
  type ClusterChoice,
  type ClusterWatcher,
  type CrewMember,
  type WorkerState,
} from './terms';

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
  const cluster = new Cluster(address, base, { id: randomUUID(), oracle, fileName }, watcher);
  await cluster.lease.begin();
  return cluster;
}

/** Workers that try to calibrate, or that test a result; and bad entries that are told, at most. */
const mostTries = 3;
const mostJunk = 20;

class Cluster implements FarSide {
  readonly lease: Lease;
  readonly tester: Tester;
  private readonly counts = { runs: 0, timeouts: 0, ms: 0 };
  private readonly members = new Map<string, Member>();
  private readonly junk = new Set<string>();
  private readonly admissions = new Set<Promise<void>>();
  private proof: Proof | undefined;
  private jury: Jury | undefined;
  asked = 0;

  constructor(
    address: Address,
    base: Buffer,
    private readonly run: Run,
    private readonly watcher: ClusterWatcher,
  ) {
    this.lease = new Lease(address, base, run, this);
    const hint = () =>
      l10n.t(
        "it must end with 0 while the bug is there, also on the worker's machine: check the command that the worker was started with.",
      );
    const test = (question: Question) => this.test(question);
    this.tester = { placement: { ...copy, hint }, counts: this.counts, run: test, dispose: () => undefined };
  }

  get room(): number {
    return this.working.reduce((sum, { entry }) => sum + entry.slots, 0);
  }

  slots(): number {
    return Math.max(1, this.room);
  }

  tell(): void {
    const workers = this.all.map(({ entry: { name, slots }, state, why, figures }): CrewMember => {
      return { name, slots, state, why, ...figures };
    });
    this.watcher.status({ workers, asked: this.asked, silentMs: this.lease.silentMs });
  }

  async calibratedWith<T>(calibrate: () => Promise<T>, signal: AbortSignal): Promise<T> {
    let first: unknown;
    for (let tries = 0; tries < mostTries;) {
      const member = await this.someone(signal, first === undefined);
      if (!member) break;
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
        this.refuse(member, (error as Error).message);
      }
    }
    throw first;
  }

  admit(proof: Proof): void {
    this.proof = proof;
    this.jury = new Jury(proof.rule, (member, why) => this.refuse(member, why), this.watcher.notice);
    void this.look().catch(() => {});
  }

  async close(): Promise<void> {
    await this.lease.end(async () => {
      await Promise.all(this.admissions);
      await Promise.all(this.all.map((member) => member.close()));
    });
  }

  /** Looks for workers that came or went; checks the new ones. */
  async look(): Promise<void> {
    const { present, junk } = await whoIsThere(this.lease.redis);
    for (const id of junk) {
      if (this.junk.has(id) || this.junk.size >= mostJunk) continue;
      this.junk.add(id);
      this.watcher.notice(l10n.t('Skipped an entry of Redis that does not come from a worker of Whittle: "{0}".', id));
    }
    for (const entry of present) {
      const member = this.members.get(entry.id);
      if (member?.state === 'gone') member.comeBack();
      if (member || !entry.oracles.includes(this.run.oracle)) continue;
      this.members.set(entry.id, new Member(this.lease, entry));
    }
    for (const member of this.all) {
      const isThere = present.some(({ id }) => id === member.entry.id);
      if (!isThere && member.state !== 'refused') member.leave('gone');
      if (this.proof && member.state === 'new') this.join(member, this.proof);
    }
  }

  /** In the order in which they came. */
  private get all(): readonly Member[] {
    return [...this.members.values()];
  }

  /** The idlest first. */
  private get working(): Member[] {
    return this.all.filter(({ state }) => state === 'working').sort((one, other) => one.load - other.load);
  }

  /** By any worker, a result by several. Throws `ClusterError`. */
  private async test(question: Question): Promise<Ran> {
    const { inTurn, signal } = question;
    const test = testOf(this.run, this.lease.base, question);
    const told = inTurn && this.jury ? await this.testBySeveral(test, this.jury.before(test.key), signal) : [];
    if (this.jury && told.length > 0) return this.jury.outcome(test.key, told);
    this.asked++;
    try {
      const testimony = await this.testByOne(test, signal);
      this.jury?.note(test.key, testimony);
      return testimony.ran;
    } finally {
      this.asked--;
    }
  }

  /**
   * If a worker is in trouble, another one is asked. Waits for one, unless the run is being calibrated by one worker alone.
   */
  private async testByOne(test: Test, signal: AbortSignal): Promise<Testimony> {
    for (; ; await unlessAborted(sleep(100), signal, this.lease.over)) {
      const [member] = this.working;
      const ran = member && (await this.ask(member, test, signal));
      if (ran) return { member, ran };
      if (member?.state === 'refused' && this.room === 0) throw new ClusterError(member.why);
      if (!member && !this.proof) throw new Error('The worker of the calibration is gone.');
    }
  }

  /** By up to three workers, and the worker `before` last. Waits for workers that have just come. Empty if none answers. */
  private async testBySeveral(test: Test, before: Member | undefined, signal: AbortSignal): Promise<Testimony[]> {
    const ready = this.look().then(() => Promise.all(this.admissions));
    await unlessAborted(ready, signal, this.lease.over);
    const chosen = this.working.sort((one, other) => Number(one === before) - Number(other === before));
    const asked = chosen.slice(0, mostTries).map(async (member) => {
      const ran = await this.ask(member, test, signal);
      return ran ? [{ member, ran }] : [];
    });
    return (await Promise.all(asked)).flat();
  }

  /** Undefined if the worker is gone, or in trouble: it is refused then. */
  private async ask(member: Member, test: Test, signal: AbortSignal): Promise<Ran | undefined> {
    const reply = await member.ask(test, signal);
    if (!reply) return undefined;
    const { ran, known, trouble = '' } = reply;
    member.figures.tests++;
    if (!ran) this.refuse(member, trouble);
    else if (known) member.figures.known++;
    else {
      for (const figures of [member.figures, this.counts]) figures.ms += ran.ms;
      this.counts.runs++;
      if (ran.timedOut) this.counts.timeouts++;
    }
    return ran;
  }

  /** A worker of this oracle that has not tried yet. If none comes: undefined, or a `ClusterError` if `isNeeded`. */
  private async someone(signal: AbortSignal, isNeeded: boolean): Promise<Member | undefined> {
    const { over, redis, address } = this.lease;
    for (const end = Date.now() + times.firstWorker; ; await unlessAborted(sleep(200), signal, over)) {
      await unlessAborted(this.look(), signal, over);
      const found = this.all.find(({ state }) => state === 'new');
      if (found || !isNeeded) return found;
      if (Date.now() < end) continue;
      const others = new Set((await whoIsThere(redis)).present.flatMap(({ oracles }) => oracles));
      throw noWorker(address.told, this.run.oracle, [...others].join(', '));
    }
  }

  private join(member: Member, proof: Proof): void {
    member.state = 'checking';
    const admission = member
      .check(proof)
      .then(() => void (member.state = 'working'))
      .catch((error: unknown) => {
        if (error instanceof ClusterError) this.refuse(member, error.message);
        else if (member.state === 'checking') member.state = 'new';
      })
      .finally(() => this.admissions.delete(admission));
    this.admissions.add(admission);
  }

  /** Its tests go to others. */
  private refuse(member: Member, why: string): void {
    if (member.state === 'refused') return;
    member.leave('refused');
    member.why = why;
    this.watcher.notice(l10n.t('The worker {0} is refused: {1}', member.entry.name, why));
  }
}
