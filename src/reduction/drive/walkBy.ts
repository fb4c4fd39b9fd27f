/** Walks a search with the driver of a job. */
import type { OracleAnswer } from '../../oracle/oracle';
import { type Phase, type Search, type Verdict, worst } from '../../search/search';
import { breathing } from './abort';
import { type RunningTest, TestPool } from './pool';
import { TestingAhead } from './ahead';
import {
  type Decision,
  type DriveOptions,
  type Lab,
  Ledger,
  type Walked,
  drive,
  testingInOrder,
  throughPhases,
} from './drive';
import { type CommitRule, type Loop, type Slots, firstToFinish } from './loops';

export interface Mode extends Slots {
  readonly loop: Loop;
  readonly commit: CommitRule;
  /** A job count of one may rise later. */
  readonly varies?: boolean;
}

/** With `first-to-finish`, tests ahead go no further than in the loop `combined`: only the current phases are certain. */
export function walkBy<C, R>(
  mode: Mode,
  search: Search<C, R>,
  lab: Lab<C>,
  options: DriveOptions<C>,
): Promise<Walked<R>> {
  const { signal } = options;
  const { reach } = mode.loop;
  if ((mode.jobs === 1 && !mode.varies) || reach === 'test')
    return drive(search, lab, testingInOrder(lab, signal), options);
  if (mode.commit !== firstToFinish) return drive(search, lab, new TestingAhead(lab, mode, signal, reach), options);
  return driveFirstFinished(search, lab, { slots: mode, joint: reach !== 'phase' }, options);
}

interface Workers {
  readonly slots: Slots;
  /** Joint phases count as one. */
  readonly joint: boolean;
}

/**
 * The driver without a fixed order (Hodován & Kiss 2016). It tests the alternatives of a phase at once, takes the first that finishes
 * with "holds", and cancels the others. It commits verdicts as they arrive, so the result depends on the durations of the tests.
 * `signal` of the options also aborts all running tests.
 */
export function driveFirstFinished<C, R>(
  search: Search<C, R>,
  lab: Lab<C>,
  workers: Workers,
  options: DriveOptions<C>,
): Promise<Walked<R>> {
  const ledger = new Ledger(options);
  const pool = new TestPool(lab, options.signal);
  const course: Course<C> = { lab, ledger, pool, breathe: breathing(), ...workers, ...options };
  return throughPhases(search, (phase, skipping) => new Race<C, R>(course, skipping).run(phase), options).finally(() =>
    pool.close(),
  );
}

/** Common data of all races of a walk. */
interface Course<C> extends Workers, DriveOptions<C> {
  readonly lab: Lab<C>;
  readonly ledger: Ledger<C>;
  readonly pool: TestPool<C>;
  readonly breathe: () => Promise<void>;
}

interface Alternative<C, R> {
  readonly phase: Phase<C, R>;
  readonly index: number;
  readonly candidate: C;
  readonly key: string;
}

/** One test answers for all alternatives with equal candidates. */
interface Asked<C, R> {
  readonly alternatives: Alternative<C, R>[];
  readonly test: RunningTest;
}

/** One phase, or several joint phases. A cancelled test keeps its place in the pool until it has ended. */
class Race<C, R> {
  private readonly asked = new Map<string, Asked<C, R>>();
  /** In order of finishing; not committed yet. */
  private readonly answers = new Map<string, OracleAnswer>();
  /** The last phase in the race, and why none of it holds. */
  private last!: { readonly phase: Phase<C, R>; why: Verdict };

  constructor(
    private readonly course: Course<C>,
    private readonly skipping: AbortSignal,
  ) {}

  async run(first: Phase<C, R>): Promise<Decision<C, R>> {
    const { breathe, signal, pool, ledger } = this.course;
    const alternatives = this.alternativesFrom(first);
    try {
      for (let next = alternatives.next(); ;) {
        await breathe();
        if (signal.aborted) return 'interrupted';
        this.skipping.throwIfAborted();
        const decision = this.commitAnswers() ?? (next.done ? undefined : this.known(next.value));
        if (decision) return decision;
        if (next.done && this.asked.size === 0) return this.last.phase.none(this.last.why);
        if (next.done) await pool.change(this.skipping);
        else if (ledger.answerTo(next.value.key) || this.joins(next.value)) next = alternatives.next();
        else if (ledger.left <= 0) return 'tests';
        else if (this.starts(next.value)) next = alternatives.next();
        else await pool.change(this.skipping);
      }
    } finally {
      for (const { test } of this.asked.values()) test.cancel();
    }
  }

  /** Those that need a verdict; joint phases follow each other, as if none held. */
  private *alternativesFrom(first: Phase<C, R>): Generator<Alternative<C, R>, undefined> {
    const { lab, joint, onPhase } = this.course;
    for (let phase = first; ;) {
      this.last = { phase, why: 'rejected' };
      for (let index = 0; ; index++) {
        const candidate = phase.alternatives.at(index);
        if (candidate === undefined) break;
        if (!phase.refused?.(index)) yield { phase, index, candidate, key: lab.key(candidate) };
      }
      const next = joint && phase.joint ? phase.none('fails') : undefined;
      if (!next || next.done) return undefined;
      if (next.label) onPhase?.(next.label);
      phase = next;
    }
  }

  private known(alternative: Alternative<C, R>): Search<C, R> | undefined {
    const answer = this.course.ledger.answerTo(alternative.key);
    return answer && this.commit(alternative, answer);
  }

  /** Is the same content being tested? */
  private joins(alternative: Alternative<C, R>): boolean {
    const same = this.asked.get(alternative.key);
    same?.alternatives.push(alternative);
    return same !== undefined;
  }

  /** False if there is no place for another test. */
  private starts(alternative: Alternative<C, R>): boolean {
    const { pool, slots, ledger } = this.course;
    if (pool.running.size >= slots.jobs || this.asked.size >= ledger.left) return false;
    const { key, candidate } = alternative;
    const test = pool.start(key, candidate, (answer) => this.answers.set(key, answer));
    this.asked.set(key, { alternatives: [alternative], test });
    return true;
  }

  /** Commits finished tests, up to the first that holds. */
  private commitAnswers(): Search<C, R> | undefined {
    for (const [key, answer] of this.answers) {
      const { alternatives } = this.asked.get(key)!;
      this.answers.delete(key);
      this.asked.delete(key);
      for (const alternative of alternatives) {
        const next = this.commit(alternative, answer);
        if (next) return next;
      }
    }
    return undefined;
  }

  private commit({ phase, index, candidate, key }: Alternative<C, R>, answer: OracleAnswer): Search<C, R> | undefined {
    this.course.ledger.commit(candidate, key, answer);
    if (answer.verdict === 'holds') return phase.held(index);
    if (phase === this.last.phase) this.last.why = worst(this.last.why, answer.verdict);
    return undefined;
  }
}
