/**
 * The driver: walks a search with verdicts that take time. It asks for one candidate after the other and commits the verdicts in that
 * order. The committed verdicts do not depend on the tester (one test at a time, or several ahead).
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OracleAnswer } from '../../oracle/oracle';
import { NoAnswer, worst, type Phase, type Search, type Verdict } from '../../search/search';
import { childController, orAborted } from './abort';
import type { Removal } from './evidence';
import { Ledger, goneOn, type LedgerOptions } from './ledger';

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
  answered(): void;
}

export interface DriveOptions<C> extends LedgerOptions<C> {
  /** Stops the walk at its current point. */
  readonly signal: AbortSignal;
  readonly onPhase?: (label: string) => void;
  /** The driver obeys its skips; `pausing` obeys its pauses. */
  readonly controls?: Skips;
  readonly onSkip?: (label: string) => void;
  /** Called before each phase: is the state so far small enough to end? */
  readonly isEnough?: () => boolean;
  /** Progress in the first phase before a resumption. */
  readonly from?: From;
}

/** Alternatives before `index` are done; `why` is the worst of their verdicts. */
export interface From {
  readonly index: number;
  readonly why: Verdict;
}

const beginning: From = { index: 0, why: 'rejected' };

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
export type Decide<C, R> = (phase: Phase<C, R>, from: From, skipping: AbortSignal) => Promise<Decision<C, R>>;

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
  const { log } = options;
  const decide: Decide<C, R> = async (phase, from, skipping) => {
    let { index, why } = from;
    for (; ; index++, log?.at(index, why)) {
      await breathe();
      if (options.signal.aborted) return 'interrupted';
      skipping.throwIfAborted();
      const candidate = phase.alternatives.at(index);
      if (candidate === undefined) return goneOn(phase, why, log);
      if (phase.refused?.(index)) continue;
      const key = lab.key(candidate);
      const before = ledger.answerTo(key);
      if (!before && ledger.left === 0) return 'tests';
      const answer = before ?? (await tester.answer(phase, index, key, skipping));
      ledger.commit(candidate, key, answer, phase.kind);
      if (answer.verdict === 'holds') return goneOn(phase, index, log);
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
  const { log } = options;
  let from = options.from ?? beginning;
  try {
    while (!current.done) {
      if (options.isEnough?.()) return { ending: 'size' };
      if (current.label) options.onPhase?.(current.label);
      const next = await unlessSkipped(current, from, decide, options);
      if (typeof next === 'string') return { ending: next };
      current = next;
      from = beginning;
    }
    log?.ended();
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
  from: From,
  decide: Decide<C, R>,
  { controls, signal, log, onSkip }: DriveOptions<C>,
): Promise<Decision<C, R>> {
  const skipping = (phase.skip && controls?.skipping) ?? never;
  try {
    if (phase.inquiry?.isAnswered === false) await orAborted(phase.inquiry.ask(), AbortSignal.any([signal, skipping]));
    const decision = await decide(phase, from, skipping);
    // A phase that cannot be skipped has gone on; the skip was not meant for the stage after it.
    if (!phase.skip) controls?.answered();
    return decision;
  } catch (error) {
    if (!phase.skip || signal.aborted || !(skipping.aborted || error instanceof NoAnswer)) throw error;
    if (skipping.aborted) onSkip?.(phase.label ?? '');
    controls?.answered();
    log?.skipped();
    return phase.skip();
  }
}

/** Lets timers and signals run now and then, even during a long row of remembered verdicts. */
export function breathing(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < 20) return;
    await nextTurn();
    last = performance.now();
  };
}
