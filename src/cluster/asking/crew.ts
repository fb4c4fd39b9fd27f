/**
 * The workers of one run. One after the other tries to calibrate it, until one succeeds. Each of the others, also one that comes
 * later, joins only if its verdicts on the unchanged and on the empty input are the same; else it is refused and named.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from '../redis';
import { OracleError } from '../../oracle/calibration/calibrate';
import { ClusterError, type Address } from '../address';
import type { Order, Reply, TestJob } from '../jobs';
import { times } from '../terms';
import type { Check } from './check';
import { Gone, ordered, whenAborted } from './order';
import { noWorker } from './patience';
import { Roster, type Member } from './roster';

interface CrewOptions {
  readonly address: Address;
  readonly redis: Redis;
  readonly oracle: string;
  readonly run: string;
  readonly onRefused: (name: string, why: string) => void;
  /** An entry in Redis does not come from a worker. */
  readonly onJunk: (id: string) => void;
}

/** Workers that try to calibrate, at most. */
const mostTries = 3;

/** Workers that test a result, at most. */
const mostAsked = 3;

export interface Testimony {
  readonly member: Member;
  readonly reply: Reply;
}

export class Crew {
  readonly roster: Roster;
  private readonly admissions = new Set<Promise<void>>();
  private readonly closing = new AbortController();
  private check: Check | undefined;
  private turn = 0;

  constructor(private readonly options: CrewOptions) {
    this.roster = new Roster(options.redis, options.oracle, options.onJunk);
  }

  /** Tests that can run at once. */
  get slots(): number {
    return this.roster.working.reduce((sum, { slots }) => sum + slots, 0);
  }

  /** Bytes that a candidate may have. */
  get most(): number {
    return Math.min(...this.roster.working.map(({ most }) => most));
  }

  /** Calibrates with one worker in the run. Throws `OracleError` of the first that was tried, and `ClusterError`. */
  async calibratedWith<T>(calibrate: () => Promise<T>, signal: AbortSignal): Promise<T> {
    let first: unknown;
    for (let tries = 0; tries < mostTries;) {
      const member = await this.someone(signal, first === undefined);
      if (!member) break;
      try {
        await this.join(member, signal);
        const calibration = await calibrate();
        member.factor = 1;
        return calibration;
      } catch (error) {
        if (signal.aborted || this.closing.signal.aborted || !isAboutWorker(error)) throw error;
        // It died a short while ago. Others may live.
        if (error instanceof Gone) {
          member.state = 'gone';
          continue;
        }
        first ??= error;
        tries++;
        await this.refuse(member, error.message);
      }
    }
    throw first;
  }

  /**
   * Asks up to three workers about one candidate, each in its own queue, and the worker `before` last. Waits for workers that have
   * just come. Empty if none answers.
   */
  async ask(test: TestJob, signal: AbortSignal, before?: string): Promise<readonly Testimony[]> {
    const ended = whenAborted(AbortSignal.any([signal, this.closing.signal]));
    await Promise.race([this.look(), ended]);
    await Promise.race([Promise.all(this.admissions), ended]);
    const { working } = this.roster;
    const start = this.turn++ % Math.max(1, working.length);
    const inTurn = [...working.slice(start), ...working.slice(0, start)];
    const others = inTurn.filter(({ id }) => id !== before);
    const chosen = [...others, ...inTurn.filter(({ id }) => id === before)].slice(0, mostAsked);
    const asked = chosen.map(async (member) => ({ member, reply: await this.answer(member, test, signal) }));
    return (await Promise.all(asked)).flatMap(({ member, reply }) => (reply ? { member, reply } : []));
  }

  /** From now on each worker that passes the check joins. */
  begin(check: Check): void {
    this.check = check;
  }

  /** Looks for workers that came or went; checks the new ones. */
  async look(): Promise<void> {
    await this.roster.look();
    if (!this.check) return;
    for (const member of this.roster.all) if (member.state === 'new') this.admit(member, this.check);
  }

  /** The worker is in trouble: its tests go to others. */
  async dismiss(worker: string, why: string): Promise<void> {
    const member = this.roster.member(worker);
    if (member && member.state !== 'refused') await this.refuse(member, why);
  }

  /** The run was forgotten by Redis, and perhaps by workers. */
  async joinAgain(): Promise<void> {
    await Promise.all(this.roster.working.map((member) => this.join(member, this.closing.signal).catch(() => {})));
  }

  /** No more orders; waiting ones fail with `reason`. */
  giveUp(reason: Error): void {
    this.closing.abort(reason);
  }

  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all(this.admissions);
  }

  /** Undefined if the worker is gone. */
  private async answer(member: Member, test: TestJob, signal: AbortSignal): Promise<Reply | undefined> {
    const { run } = this.options;
    try {
      return await this.order(member, { order: 'check', run, test, factor: member.factor ?? 1 }, signal);
    } catch (error) {
      if (!(error instanceof Gone)) throw error;
      member.state = 'gone';
      return undefined;
    }
  }

  /** A worker of this oracle that has not tried yet. If none comes: undefined, or a `ClusterError` if `isNeeded`. */
  private async someone(signal: AbortSignal, isNeeded: boolean): Promise<Member | undefined> {
    const end = Date.now() + times.firstWorker;
    const ended = whenAborted(AbortSignal.any([signal, this.closing.signal]));
    for (;;) {
      await Promise.race([this.look(), ended]);
      const found = this.roster.all.find(({ state }) => state === 'new');
      if (found || !isNeeded) return found;
      if (Date.now() > end) throw noWorker(this.options.address.told, this.options.oracle, await this.roster.oracles());
      await sleep(200, undefined, { signal });
    }
  }

  private admit(member: Member, check: Check): void {
    member.state = 'checking';
    const admission = this.checked(member, check)
      .catch((error: unknown) => {
        if (error instanceof ClusterError) return this.refuse(member, error.message);
        member.state = 'gone';
        return undefined;
      })
      .finally(() => this.admissions.delete(admission));
    this.admissions.add(admission);
  }

  private async checked(member: Member, check: Check): Promise<void> {
    const { signal } = this.closing;
    const { run } = this.options;
    // After a silence there is no second check.
    if (member.factor === undefined) {
      const { problem, factor } = await check((test) =>
        this.order(member, { order: 'check', run, test, factor: 1 }, signal),
      );
      if (problem !== undefined) return this.refuse(member, problem);
      member.factor = factor;
    }
    return this.join(member, signal);
  }

  private async join(member: Member, signal: AbortSignal): Promise<void> {
    await this.order(member, { order: 'join', run: this.options.run, factor: member.factor ?? 1 }, signal);
    member.state = 'working';
  }

  private async refuse(member: Member, why: string): Promise<void> {
    [member.state, member.why] = ['refused', why];
    this.options.onRefused(member.name, why);
    const leaving = new AbortController();
    const timer = setTimeout(() => leaving.abort(), times.firstWorker);
    // Also after `giveUp`.
    await ordered(this.options, member.id, { order: 'leave', run: this.options.run }, leaving.signal).catch(() => {});
    clearTimeout(timer);
  }

  private order(member: Member, order: Order, signal: AbortSignal): Promise<Reply> {
    return ordered(this.options, member.id, order, AbortSignal.any([signal, this.closing.signal]));
  }
}

/** Another worker may do better. */
function isAboutWorker(error: unknown): error is Error {
  return error instanceof OracleError || error instanceof ClusterError || error instanceof Gone;
}
