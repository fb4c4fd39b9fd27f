/**
 * The driver: walks a search with verdicts that take time, one phase after the other, until it is done, stopped or broken. In order, the
 * verdicts do not depend on the number of tests at once. In the order of finishing (Hodován & Kiss 2016), they depend on durations.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OracleAnswer } from '../../oracle/oracle';
import { NoAnswer, type Phase, type Search, type Verdict, worst } from '../../search/search';
import type { Controls } from '../controls';
import type { Journal } from '../journal/journal';
import { TestsAhead } from './ahead';
import { type Alternative, type Mode, type Slots, alternativesFrom, firstToFinish } from './loops';
import { type Lab, TestPool, orAborted } from './pool';
import { Rest } from './rest';

/** A verdict that the walk has used. */
export interface Commit<C> {
  readonly candidate: C;
  readonly answer: OracleAnswer;
  /** The search has asked for this content before. */
  readonly cached: boolean;
  /** It was committed before the run was interrupted. */
  readonly recorded: boolean;
  /** Tests of the whole walk if nothing more goes; undefined until they are known. */
  readonly expected?: number;
}

export interface DriveOptions<C> {
  /** Limit on committed tests; repeated content is free. */
  readonly maxTests?: number;
  /** Verdicts committed in an earlier walk; new ones are added. */
  readonly answers?: Map<string, OracleAnswer>;
  /** What the walk came to before it was interrupted: it comes to the same again, without tests. */
  readonly record?: Journal;
  readonly onCommit?: (commit: Commit<C>) => void;
  /** The answer as the search has it: a candidate that holds may yet be no better than the state. */
  readonly asCommitted?: (candidate: C, answer: OracleAnswer) => OracleAnswer;
  /** Stops the walk at its current point, and all running tests. */
  readonly signal: AbortSignal;
  readonly onPhase?: (label: string) => void;
  /** The driver obeys its skips; `pausing` obeys its pauses. */
  readonly controls?: Pick<Controls, 'skipping' | 'skip' | 'answered'>;
  readonly onSkip?: (label: string) => void;
  /** Called before each phase: is the state small enough to end, wrong, or small enough to tell how many tests follow? */
  readonly isEnough?: () => boolean;
  readonly isWrong?: () => Promise<boolean> | undefined;
  readonly isShort?: () => boolean;
}

export interface Walked<R> {
  /** Undefined if the walk was stopped. */
  readonly result?: R;
  readonly ending: 'done' | 'tests' | 'size' | 'wrong' | 'interrupted' | 'broken';
  /** Reason for `broken`: a candidate could not be tested. */
  readonly problem?: Error;
}

/** Gives the search after a phase; 'tests': no test is left. Throws the reason of `skipping` if it is aborted before that. */
type Decide<C, R> = (phase: Phase<C, R>, skipping: AbortSignal) => Promise<Search<C, R> | 'tests'>;

/**
 * In the order of finishing, tests ahead go no further than in the loop `combined`: only the current phases are certain. A phase remembers
 * those that follow it, so whoever keeps the first keeps all in memory: hence a function that makes it, and no variable that holds one here:
 * a suspended function may keep what a variable held long ago.
 */
export async function walkBy<C, R>(
  mode: Mode,
  start: () => Search<C, R>,
  lab: Lab<C>,
  options: DriveOptions<C>,
): Promise<Walked<R>> {
  const { signal } = options;
  const { loop, commit } = mode;
  const isSequential = loop.reach === 'test';
  const course = new Course<C, R>(lab, isSequential ? { jobs: 1 } : mode, options);
  const decide: Decide<C, R> =
    commit === firstToFinish && !isSequential ? asTheyFinish(course, loop.reach !== 'phase') : inOrder(course, loop);
  course.begin(start);
  try {
    for (;;) {
      const end = await advance(course, decide, options);
      if (end) return end;
    }
  } catch (error) {
    return signal.aborted ? { ending: 'interrupted' } : { ending: 'broken', problem: error as Error };
  } finally {
    await course.pool.close();
  }
}

/** One phase. The end of the walk, if it is that. */
async function advance<C, R>(
  course: Course<C, R>,
  decide: Decide<C, R>,
  options: DriveOptions<C>,
): Promise<Walked<R> | undefined> {
  const { current } = course;
  if (current.done) return { ending: 'done', result: current.result };
  if (options.isEnough?.()) return { ending: 'size' };
  if (await options.isWrong?.()) return { ending: 'wrong' };
  if (current.label) options.onPhase?.(current.label);
  const next = await unlessSkipped(current, decide, options);
  if (next === 'tests') return { ending: next };
  course.current = next;
  return undefined;
}

const never = new AbortController().signal;
/** The decision of a phase; or the search after its stage, if the stage is skipped meanwhile or its inquiry gets no answer. */
async function unlessSkipped<C, R>(
  phase: Phase<C, R>,
  decide: Decide<C, R>,
  { controls, signal, record, onSkip }: DriveOptions<C>,
): ReturnType<Decide<C, R>> {
  record?.enter();
  if (record?.isSkipped) controls?.skip();
  const skipping = (phase.skip && controls?.skipping) ?? never;
  try {
    skipping.throwIfAborted();
    if (phase.inquiry?.isAnswered === false) await orAborted(phase.inquiry.ask(), AbortSignal.any([signal, skipping]));
    const decision = await decide(phase, skipping);
    // A phase that cannot be skipped has gone on; the skip was not meant for the stage after it.
    if (!phase.skip) controls?.answered();
    return decision;
  } catch (error) {
    if (!phase.skip || signal.aborted || !(skipping.aborted || error instanceof NoAnswer)) throw error;
    if (skipping.aborted) onSkip?.(phase.label ?? '');
    controls?.answered();
    record?.skipped();
    return phase.skip();
  }
}

/** Where the candidates of a walk are tested, and the verdicts that it has committed. */
class Course<C, R> {
  readonly pool: TestPool<C>;
  readonly rest: Rest<C, R>;
  current!: Search<C, R>;
  private readonly answers: Map<string, OracleAnswer>;
  private lastTurn = performance.now();

  constructor(
    readonly lab: Lab<C>,
    readonly slots: Slots,
    readonly options: DriveOptions<C>,
  ) {
    this.pool = new TestPool(lab, options.signal);
    this.answers = options.answers ?? new Map();
    this.rest = new Rest(lab, this.answers, options.maxTests, options.isShort);
  }

  begin(start: () => Search<C, R>): void {
    this.current = start();
  }

  /** Lets timers and signals run now and then, even in a long row of remembered verdicts. Throws if the walk is stopped or the stage skipped. */
  async goOn(skipping: AbortSignal): Promise<void> {
    if (performance.now() - this.lastTurn >= 20) {
      await nextTurn();
      this.lastTurn = performance.now();
    }
    this.options.signal.throwIfAborted();
    skipping.throwIfAborted();
  }

  /** Tests that may still be committed. */
  get left(): number {
    return (this.options.maxTests ?? Infinity) - this.answers.size;
  }

  answerTo(key: string): OracleAnswer | undefined {
    return this.answers.get(key) ?? this.options.record?.answerTo(key);
  }

  commit(candidate: C, key: string, given: OracleAnswer): OracleAnswer {
    const { record, controls, onCommit, asCommitted } = this.options;
    const cached = this.answers.has(key);
    this.answers.set(key, given);
    const recorded = record?.commit(key, given, cached) ?? false;
    const answer = asCommitted?.(candidate, given) ?? given;
    onCommit?.({ candidate, answer, cached, recorded, expected: this.rest.total });
    if (record?.isSkipped) controls?.skip();
    return answer;
  }
}

/** Asks for one candidate after the other. */
function inOrder<C, R>(course: Course<C, R>, { reach }: Mode['loop']): Decide<C, R> {
  const { lab, pool, slots, rest } = course;
  const tests = new TestsAhead<C, R>(lab, pool, slots, reach, rest);
  return async (phase, skipping) => {
    rest.enter(phase);
    let why: Verdict = 'rejected';
    let named: OracleAnswer['named'];
    for (let index = 0; ; index++) {
      await course.goOn(skipping);
      const candidate = phase.alternatives.at(index);
      if (candidate === undefined) return phase.none(why, named);
      if (phase.refused?.(index)) continue;
      const key = lab.key(candidate);
      const before = course.answerTo(key);
      if (!before && course.left <= 0) return 'tests';
      const answer = course.commit(candidate, key, before ?? (await tests.answer(phase, index, key, skipping)));
      if (answer.verdict === 'holds') return phase.held(index);
      why = worst(why, answer.verdict);
      ({ named } = answer);
    }
  };
}

/** Tests the alternatives of a phase, or of joint ones, at once, takes the first that finishes with "holds", and cancels the others. */
function asTheyFinish<C, R>(course: Course<C, R>, joint: boolean): Decide<C, R> {
  const { pool, slots } = course;
  return async (first, skipping) => {
    const asked = new Set<string>();
    const finished: (readonly [Alternative<C, R>, OracleAnswer])[] = [];
    let last: { phase: Phase<C, R>; why: Verdict; named?: readonly string[] } = { phase: first, why: 'rejected' };
    const alternatives = alternativesFrom(course, first, joint, (phase) => (last = { phase, why: 'rejected' }));
    const starts = (one: Alternative<C, R>) => {
      const isRoom = pool.running.size < slots.jobs && asked.size < course.left;
      if (!isRoom || pool.running.has(one.key)) return false;
      const answered = (answer: OracleAnswer) => void finished.push([one, answer]);
      pool.start(one.key, one.candidate, answered, one.phase.chance(one.index));
      return asked.add(one.key);
    };
    try {
      for (let next = alternatives.next(); ;) {
        await course.goOn(skipping);
        for (const [{ phase, index, candidate, key }, given] of finished.splice(0)) {
          asked.delete(key);
          const answer = course.commit(candidate, key, given);
          if (answer.verdict === 'holds') return phase.held(index);
          if (phase === last.phase) last = { phase, why: worst(last.why, answer.verdict), named: answer.named };
        }
        const { value: one } = next;
        const known = one && course.answerTo(one.key);
        if (known) finished.push([one, known]);
        if (known || (one && starts(one))) next = alternatives.next();
        else if (!one && asked.size === 0) return last.phase.none(last.why, last.named);
        else if (one && course.left <= 0) return 'tests';
        else await pool.change(skipping);
      }
    } finally {
      for (const key of asked) pool.running.get(key)?.cancel();
    }
  };
}
