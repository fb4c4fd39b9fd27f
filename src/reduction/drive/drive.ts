/**
 * The driver: walks a search with verdicts that take time. It asks for one candidate after the other and commits the
 * verdicts in that order; who answers (one test at a time, or several tested ahead) does not change what is committed.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OracleAnswer } from '../../oracle/oracle';
import type { Phase, Search, Verdict } from '../../search/search';
import { worst } from '../../search/walk';
import { childController } from './abort';
import { Ledger } from './ledger';
import type { LedgerOptions } from './ledger';
import { goneOn } from './walkLog';

/** Where candidates are tested. */
export interface Lab<C> {
  /** Candidates with equal keys are equal: each is tested once. */
  key(candidate: C): string;
  /** Throws the signal's reason if aborted. */
  test(candidate: C, signal: AbortSignal): Promise<OracleAnswer>;
}

/** Gives the verdict for alternative `index` of `phase`, whose key is `key`. Throws the reason of `skipping` if aborted. */
export interface Tester<C, R> {
  answer(phase: Phase<C, R>, index: number, key: string, skipping: AbortSignal): Promise<OracleAnswer>;
  /** Ends what was tested ahead. */
  close(): Promise<void>;
}

/** Where the user gives up the stage that the search is in; see `Controls`. */
interface Skips {
  readonly skipping: AbortSignal;
  answered(): void;
}

export interface DriveOptions<C> extends LedgerOptions<C> {
  /** Stops the walk where it is. */
  readonly signal: AbortSignal;
  readonly onPhase?: (label: string) => void;
  /** `pausing` heeds the pauses. */
  readonly controls?: Skips;
  readonly onSkip?: (label: string) => void;
  /** Looked at before each phase: is the best so far good enough to end? */
  readonly isEnough?: () => boolean;
  /** How far the first phase was gone through before. */
  readonly from?: From;
}

/** Alternatives before `index` are done, `why` is the worst of their verdicts. */
export interface From {
  readonly index: number;
  readonly why: Verdict;
}

const beginning: From = { index: 0, why: 'rejected' };

export interface Walked<C, R> {
  /** Undefined if the walk was stopped. */
  readonly result?: R;
  readonly ending: 'done' | 'tests' | 'size' | 'interrupted' | 'broken';
  /** Why it broke off: a candidate could not be tested. */
  readonly problem?: Error;
  /** The last candidate that held: the best so far. */
  readonly best?: C;
}

/** What the search is after a phase, or why the walk stops in it. */
export type Decision<C, R> = Search<C, R> | 'tests' | 'interrupted';

/** Decides a phase. Throws the reason of `skipping` if it is aborted before that. */
export type Decide<C, R> = (phase: Phase<C, R>, from: From, skipping: AbortSignal) => Promise<Decision<C, R>>;

/** Tests one candidate at a time, when it is asked for. */
export function testingInOrder<C, R>(lab: Lab<C>, signal: AbortSignal): Tester<C, R> {
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
  tester: Tester<C, R>,
  options: DriveOptions<C>,
): Promise<Walked<C, R>> {
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
  return throughPhases(search, decide, ledger, options).finally(() => tester.close());
}

/**
 * What all drivers do: one phase after the other, until the search is done, stopped or broken off. `current` is the search at
 * first, and assigned again: phases know the ways that were gone from them, so who keeps the first one keeps them all.
 */
export async function throughPhases<C, R>(
  current: Search<C, R>,
  decide: Decide<C, R>,
  ledger: Ledger<C>,
  options: DriveOptions<C>,
): Promise<Walked<C, R>> {
  const { log } = options;
  let from = options.from ?? beginning;
  try {
    while (!current.done) {
      if (options.isEnough?.()) return { ending: 'size', best: ledger.best };
      if (current.label) options.onPhase?.(current.label);
      if (log?.isMarkDue && current.note && from.index === 0) log.mark(current.note(), ledger.best);
      const next = await unlessSkipped(current, from, decide, options);
      if (typeof next === 'string') return { ending: next, best: ledger.best };
      current = next;
      from = beginning;
    }
    log?.ended();
    return { ending: 'done', result: current.result, best: ledger.best };
  } catch (error) {
    if (options.signal.aborted) return { ending: 'interrupted', best: ledger.best };
    return { ending: 'broken', problem: error as Error, best: ledger.best };
  }
}

const never = new AbortController().signal;

/** The decision of a phase; or what the search is when its stage is given up meanwhile. */
async function unlessSkipped<C, R>(
  phase: Phase<C, R>,
  from: From,
  decide: Decide<C, R>,
  { controls, signal, log, onSkip }: DriveOptions<C>,
): Promise<Decision<C, R>> {
  if (!phase.skip || !controls) {
    const decision = await decide(phase, from, never);
    // What cannot be given up has gone on, and the stage after it was not meant.
    controls?.answered();
    return decision;
  }
  const { skipping } = controls;
  try {
    return await decide(phase, from, skipping);
  } catch (error) {
    if (!skipping.aborted || signal.aborted) throw error;
    controls.answered();
    log?.skipped();
    onSkip?.(phase.label ?? '');
    return phase.skip();
  }
}

/** Lets timers and signals in now and then, also where one remembered verdict follows another. */
export function breathing(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < 20) return;
    await nextTurn();
    last = performance.now();
  };
}
