/**
 * The workers of one run. One after the other is tried for the calibration until it succeeds with one; each of the others, also who
 * comes later, must say the same of the unchanged and of the empty input before it joins. Who does not is refused, and named.
 */
import * as l10n from '@vscode/l10n';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { OracleError } from '../../oracle/calibrate';
import { ClusterError } from '../address';
import type { Address } from '../address';
import type { Order, Reply } from '../jobs';
import { firstWorker } from '../terms';
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
}

/** Workers that are tried for the calibration. */
const mostTries = 3;

export class Crew {
  readonly roster: Roster;
  private readonly admissions = new Set<Promise<void>>();
  private readonly closing = new AbortController();
  private check: Check | undefined;

  constructor(private readonly options: CrewOptions) {
    this.roster = new Roster(options.redis, options.oracle);
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
    await this.someone(signal);
    for (const member of this.roster.all.slice(0, mostTries)) {
      try {
        await this.join(member, signal);
        const calibration = await calibrate();
        member.factor = 1;
        return calibration;
      } catch (error) {
        if (signal.aborted || this.closing.signal.aborted || !isAboutWorker(error)) throw error;
        first ??= error;
        await this.refuse(member, error.message);
      }
    }
    throw first;
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

  /** Waits for a worker of this oracle. Throws `ClusterError`. */
  private async someone(signal: AbortSignal): Promise<void> {
    const end = Date.now() + firstWorker;
    const ended = whenAborted(AbortSignal.any([signal, this.closing.signal]));
    for (;;) {
      await Promise.race([this.look(), ended]);
      if (this.roster.all.length > 0) return;
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
      const { problem, factor } = await check((test) => this.order(member, { order: 'check', run, test }, signal));
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
    const timer = setTimeout(() => leaving.abort(), firstWorker);
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
