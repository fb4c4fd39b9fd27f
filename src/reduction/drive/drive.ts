/**
 * The driver: walks a search with verdicts that take time. It asks for one candidate after the other and commits the verdicts in that
 * order. The committed verdicts do not depend on the tester (one test at a time, or several ahead).
 */
import type { OracleAnswer } from '../../oracle/oracle';
import { NoAnswer, type Phase, type Search, type Verdict, worst } from '../../search/search';
import { breathing, childController, orAborted } from './abort';
import type { Removal } from './forecast';

/** A verdict that the walk has used. */
export interface Commit<C> {
  readonly candidate: C;
  readonly answer: OracleAnswer;
  /** The search has asked for this content before. */
  readonly cached: boolean;
  /** It was committed before the run was interrupted. */
  readonly recorded: boolean;
}

/** What the walk came to before it was interrupted: it comes to the same again, without tests. See `Journal`. */
export interface WalkRecord {
  answerTo(key: string): OracleAnswer | undefined;
  /** The walk has come to its next phase. */
  enter(): void;
  /** Returns whether this answer was recorded. */
  commit(key: string, answer: OracleAnswer, cached: boolean): boolean;
  /** Was the stage skipped here? */
  readonly isSkipped: boolean;
  skipped(): void;
}

/** The verdicts that a driver has committed. */
export class Ledger<C> {
  private readonly answers: Map<string, OracleAnswer>;

  constructor(private readonly options: DriveOptions<C>) {
    this.answers = options.answers ?? new Map();
  }

  /** Tests that may still be committed. */
  get left(): number {
    return (this.options.maxTests ?? Infinity) - this.answers.size;
  }

  answerTo(key: string): OracleAnswer | undefined {
    return this.answers.get(key) ?? this.options.record?.answerTo(key);
  }

  commit(candidate: C, key: string, answer: OracleAnswer): void {
    const { record, controls, onCommit } = this.options;
    const cached = this.answers.has(key);
    this.answers.set(key, answer);
    const recorded = record?.commit(key, answer, cached) ?? false;
    onCommit?.({ candidate, answer, cached, recorded });
    if (record?.isSkipped) controls?.skip();
  }
}

/** The place where candidates are tested. */
export interface Lab<C> {
  /** Candidates with equal keys are equal: each is tested once. */
  key(candidate: C): string;
  /** What it lacks of the input. Unset: nothing is known of parts. */
  removal?(candidate: C): Removal;
  /** Throws the signal's reason if aborted. */
  test(candidate: C, signal: AbortSignal): Promise<OracleAnswer>;
}

/** Gives the verdict for alternative `index` of `phase`, with key `key`. Throws the reason of `skipping` if aborted. */
export interface PhaseTester<C, R> {
  answer(phase: Phase<C, R>, index: number, key: string, skipping: AbortSignal): Promise<OracleAnswer>;
  /** Ends the tests ahead. */
  close(): Promise<void>;
}

/** Where the user gives up the stage that the search is in; see `Controls`. */
interface Skips {
  readonly skipping: AbortSignal;
  skip(): void;
  answered(): void;
}

export interface DriveOptions<C> {
  /** Limit on committed tests; repeated content is free. */
  readonly maxTests?: number;
  /** Verdicts committed in an earlier walk; new ones are added. */
  readonly answers?: Map<string, OracleAnswer>;
  readonly record?: WalkRecord;
  readonly onCommit?: (commit: Commit<C>) => void;
  /** Stops the walk at its current point. */
  readonly signal: AbortSignal;
  readonly onPhase?: (label: string) => void;
  /** The driver obeys its skips; `pausing` obeys its pauses. */
  readonly controls?: Skips;
  readonly onSkip?: (label: string) => void;
  /** Called before each phase: is the state so far small enough to end? */
  readonly isEnough?: () => boolean;
}

export interface Walked<R> {
  /** Undefined if the walk was stopped. */
  readonly result?: R;
  readonly ending: 'done' | 'tests' | 'size' | 'interrupted' | 'broken';
  /** Reason for `broken`: a candidate could not be tested. */
  readonly problem?: Error;
}

/** The search after a phase, or the reason that the walk stops in it. */
export type Decision<C, R> = Search<C, R> | 'tests' | 'interrupted';

/** Decides a phase. Throws the reason of `skipping` if it is aborted before that. */
export type Decide<C, R> = (phase: Phase<C, R>, skipping: AbortSignal) => Promise<Decision<C, R>>;

/** Tests one candidate at a time, on demand. */
export function testingInOrder<C, R>(lab: Lab<C>, signal: AbortSignal): PhaseTester<C, R> {
  return {
    async answer(phase, index, _, skipping) {
      const either = childController(signal);
      skipping.addEventListener('abort', either.abort, { once: true });
      try {
        return await lab.test(phase.alternatives.at(index)!, either.signal);
      } finally {
        skipping.removeEventListener('abort', either.abort);
        either.release();
      }
    },
    close: async () => {},
  };
}

export function drive<C, R>(
  search: Search<C, R>,
  lab: Lab<C>,
  tester: PhaseTester<C, R>,
  options: DriveOptions<C>,
): Promise<Walked<R>> {
  const ledger = new Ledger(options);
  const breathe = breathing();
  const decide: Decide<C, R> = async (phase, skipping) => {
    let why: Verdict = 'rejected';
    for (let index = 0; ; index++) {
      await breathe();
      if (options.signal.aborted) return 'interrupted';
      skipping.throwIfAborted();
      const candidate = phase.alternatives.at(index);
      if (candidate === undefined) return phase.none(why);
      if (phase.refused?.(index)) continue;
      const key = lab.key(candidate);
      const before = ledger.answerTo(key);
      if (!before && ledger.left <= 0) return 'tests';
      const answer = before ?? (await tester.answer(phase, index, key, skipping));
      ledger.commit(candidate, key, answer);
      if (answer.verdict === 'holds') return phase.held(index);
      why = worst(why, answer.verdict);
    }
  };
  return throughPhases(search, decide, options).finally(() => tester.close());
}

/**
 * Common loop of all drivers: one phase after the other, until the search is done, stopped or broken. `current` is reassigned: a phase
 * remembers the searches that follow it, so keeping the first phase would keep them all in memory.
 */
export async function throughPhases<C, R>(
  current: Search<C, R>,
  decide: Decide<C, R>,
  options: DriveOptions<C>,
): Promise<Walked<R>> {
  try {
    while (!current.done) {
      if (options.isEnough?.()) return { ending: 'size' };
      if (current.label) options.onPhase?.(current.label);
      const next = await unlessSkipped(current, decide, options);
      if (typeof next === 'string') return { ending: next };
      current = next;
    }
    return { ending: 'done', result: current.result };
  } catch (error) {
    if (options.signal.aborted) return { ending: 'interrupted' };
    return { ending: 'broken', problem: error as Error };
  }
}

const never = new AbortController().signal;

/** The decision of a phase; or the search after its stage, if the stage is skipped meanwhile or its inquiry gets no answer. */
async function unlessSkipped<C, R>(
  phase: Phase<C, R>,
  decide: Decide<C, R>,
  { controls, signal, record, onSkip }: DriveOptions<C>,
): Promise<Decision<C, R>> {
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
