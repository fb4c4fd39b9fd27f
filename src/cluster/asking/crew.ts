/**
 * The workers of one run. One after the other is tried for the calibration until it succeeds with one; each of the others, also who
 * comes later, must say the same of the unchanged and of the empty input before it joins. Who does not is refused, and named.
 */
import * as l10n from '@vscode/l10n';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from '../redis';
import { OracleError } from '../../oracle/calibration/calibrate';
import { ClusterError } from '../address';
import type { Address } from '../address';
import type { Order, Reply, TestJob } from '../jobs';
import { times } from '../terms';
import type { Check } from './check';
import { Gone, ordered, whenAborted } from './order';
import { Roster } from './roster';
import type { Member } from './roster';

export interface CrewOptions {
  readonly address: Address;
  readonly redis: Redis;
  readonly oracle: string;
  readonly run: string;
  /** Told of who is refused. */
  readonly onRefused: (name: string, why: string) => void;
  /** Told of an entry in Redis that is none of a worker. */
  readonly onJunk: (id: string) => void;
}

/** Workers that are tried for the calibration. */
const mostTries = 3;

/** Workers that are asked about a result. */
const mostAsked = 3;

/** What one worker says. */
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
        // It has died a short while ago: that says nothing of the others.
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
   * Asks up to three workers about one candidate, each in its own queue, and first those other than `before`. Who has just come is
   * waited for. Empty if nobody answers.
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

  /** From now on who is there and passes the check joins. */
  begin(check: Check): void {
    this.check = check;
  }

  /** Sees who is there and who is gone; asks the new ones. */
  async look(): Promise<void> {
    await this.roster.look();
    if (!this.check) return;
    for (const member of this.roster.all) if (member.state === 'new') this.admit(member, this.check);
  }

  /** It has trouble of its own: its tests go to others. */
  async dismiss(worker: string, why: string): Promise<void> {
    const member = this.roster.member(worker);
    if (member && member.state !== 'refused') await this.refuse(member, why);
  }

  /** The run was forgotten by Redis, and perhaps by workers. */
  async joinAgain(): Promise<void> {
    await Promise.all(this.roster.working.map((member) => this.join(member, this.closing.signal).catch(() => {})));
  }

  /** Nobody is asked for anything any more; who waits for an answer gets `reason`. */
  giveUp(reason: Error): void {
    this.closing.abort(reason);
  }

  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all(this.admissions);
  }

  /** Undefined if it is gone meanwhile. */
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

  /** A worker of this oracle that was not tried. Undefined or, if `isNeeded`, a `ClusterError` if none comes. */
  private async someone(signal: AbortSignal, isNeeded: boolean): Promise<Member | undefined> {
    const end = Date.now() + times.firstWorker;
    const ended = whenAborted(AbortSignal.any([signal, this.closing.signal]));
    for (;;) {
      await Promise.race([this.look(), ended]);
      const found = this.roster.all.find(({ state }) => state === 'new');
      if (found || !isNeeded) return found;
      if (Date.now() > end) throw await this.nobody();
      await sleep(200, undefined, { signal });
    }
  }

  private async nobody(): Promise<ClusterError> {
    const { oracle, address } = this.options;
    const others = await this.roster.oracles();
    return new ClusterError(
      others.length === 0
        ? l10n.t('No worker is there at {0}: start one (whittle worker --oracle {1}=COMMAND).', address.told, oracle)
        : l10n.t(
            'No worker at {0} knows the oracle "{1}": choose one of {2}, or start a worker with it.',
            address.told,
            oracle,
            others.join(', '),
          ),
    );
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
    // Who was silent for a while need not be checked again.
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
    // Also when nobody is asked any more.
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
