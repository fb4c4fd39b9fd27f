/** Walks a search with the driver of a job. */
import type { OracleAnswer } from '../../oracle/oracle';
import { type Phase, type Search, type Verdict, worst } from '../../search/search';
import { breathing } from './abort';
import { TestingAhead } from './ahead';
import {
  type Decide,
  type Decision,
  type DriveOptions,
  type Lab,
  Ledger,
  type Walked,
  type Way,
  drive,
  goneOn,
  testingInOrder,
  throughPhases,
} from './drive';
import { type CommitRule, type Loop, type Slots, firstToFinish } from './loops';
import { type RunningTest, TestPool } from './pool';

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

/**
 * The driver without a fixed order (Hodován & Kiss 2016). It tests the alternatives of a phase at once, takes the first that finishes
 * with "holds", and cancels the others. It commits verdicts as they arrive, so the result depends on the durations of the tests.
 */
interface Workers {
  readonly slots: Slots;
  /** Joint phases count as one. */
  readonly joint: boolean;
}

/** `signal` of the options also aborts all running tests. */
export function driveFirstFinished<C, R>(
  search: Search<C, R>,
  lab: Lab<C>,
  workers: Workers,
  options: DriveOptions<C>,
): Promise<Walked<R>> {
  const ledger = new Ledger(options);
  const pool = new TestPool(lab, options.signal);
  const course: Omit<Course<C>, 'skipping'> = { lab, ledger, pool, breathe: breathing(), ...workers, ...options };
  const decide: Decide<C, R> = (phase, skipping) => new Race<C, R>({ ...course, skipping }).run(phase);
  return throughPhases(search, decide, options).finally(() => pool.close());
}

/** Common data of all races of a walk. */
interface Course<C> extends Workers, DriveOptions<C> {
  readonly lab: Lab<C>;
  readonly ledger: Ledger<C>;
  readonly pool: TestPool<C>;
  readonly breathe: () => Promise<void>;
  /** Aborted when the stage is skipped. */
  readonly skipping: AbortSignal;
}

interface Alternative<C, R> {
  readonly phase: Phase<C, R>;
  readonly index: number;
  readonly candidate: C;
}

/** One test answers for all alternatives with equal candidates. */
interface Asked<C, R> {
  readonly alternatives: Alternative<C, R>[];
  readonly test: RunningTest;
}

/** One phase, or several joint phases. */
class Race<C, R> {
  private readonly asked = new Map<string, Asked<C, R>>();
  /** In order of finishing; not committed yet. */
  private readonly answers = new Map<string, OracleAnswer>();
  private readonly why = new Map<Phase<C, R>, Verdict>();
  /** The phases in the race, in order. */
  private readonly phases: Phase<C, R>[] = [];

  constructor(private readonly course: Course<C>) {}

  /** A cancelled test keeps its place in the pool until it has ended. */
  async run(first: Phase<C, R>): Promise<Decision<C, R>> {
    try {
      let last = first;
      let decision = await this.askAll(last);
      for (let next = this.jointTo(last); !decision && next; next = this.jointTo(last)) {
        if (next.label) this.course.onPhase?.(next.label);
        last = next;
        decision = await this.askAll(last);
      }
      return decision ?? (await this.answered()) ?? this.goneOn(last, this.why.get(last) ?? 'rejected');
    } finally {
      for (const { test } of this.asked.values()) test.cancel();
    }
  }

  private jointTo(phase: Phase<C, R>): Phase<C, R> | undefined {
    const next = this.course.joint && phase.joint ? phase.none('fails') : undefined;
    return next?.done ? undefined : next;
  }

  /** Runs until every alternative has been started, or the race is decided. */
  private async askAll(phase: Phase<C, R>): Promise<Decision<C, R> | undefined> {
    this.phases.push(phase);
    for (let index = 0; ; index++) {
      await this.course.breathe();
      if (this.course.signal.aborted) return 'interrupted';
      this.course.skipping.throwIfAborted();
      const candidate = phase.alternatives.at(index);
      if (candidate === undefined) return undefined;
      if (phase.refused?.(index)) continue;
      const decision = await this.ask({ phase, index, candidate });
      if (decision) return decision;
    }
  }

  /** Starts the test of an alternative, if it needs one, as soon as there is a place for it. */
  private async ask(alternative: Alternative<C, R>): Promise<Decision<C, R> | undefined> {
    const { lab, ledger, pool, slots, signal, skipping } = this.course;
    const { candidate } = alternative;
    const key = lab.key(candidate);
    for (;;) {
      if (signal.aborted) return 'interrupted';
      skipping.throwIfAborted();
      const decision = this.commitAnswers();
      if (decision) return decision;
      const known = ledger.answerTo(key);
      if (known) return this.commit(alternative, key, known);
      const same = this.asked.get(key);
      if (same) return void same.alternatives.push(alternative);
      if (ledger.left === 0) return 'tests';
      if (pool.running.size < slots.jobs && this.asked.size < ledger.left) {
        const test = pool.start(key, candidate, (answer) => this.answers.set(key, answer));
        return void this.asked.set(key, { alternatives: [alternative], test });
      }
      await pool.change(skipping);
    }
  }

  /** Waits until the race is decided or all started tests have failed. */
  private async answered(): Promise<Decision<C, R> | undefined> {
    for (;;) {
      if (this.course.signal.aborted) return 'interrupted';
      this.course.skipping.throwIfAborted();
      const decision = this.commitAnswers();
      if (decision || this.asked.size === 0) return decision;
      await this.course.pool.change(this.course.skipping);
    }
  }

  /** Commits finished tests, up to the first that holds. */
  private commitAnswers(): Search<C, R> | undefined {
    for (const [key, answer] of this.answers) {
      const { alternatives } = this.asked.get(key)!;
      this.answers.delete(key);
      this.asked.delete(key);
      for (const alternative of alternatives) {
        const next = this.commit(alternative, key, answer);
        if (next) return next;
      }
    }
    return undefined;
  }

  private commit({ phase, index, candidate }: Alternative<C, R>, key: string, answer: OracleAnswer) {
    this.course.ledger.commit(candidate, key, answer, phase.kind);
    if (answer.verdict === 'holds') return this.goneOn(phase, index);
    this.why.set(phase, worst(this.why.get(phase) ?? 'rejected', answer.verdict));
    return undefined;
  }

  /** Logs that the joint phases before this one held nothing: in one walk they did. See `jointTo`. */
  private goneOn(phase: Phase<C, R>, way: Way): Search<C, R> {
    const { log } = this.course;
    this.phases.slice(0, this.phases.indexOf(phase)).forEach(() => log?.decided('fails'));
    return goneOn(phase, way, log);
  }
}
