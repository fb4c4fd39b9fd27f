/**
 * The driver: walks a search with verdicts that take time. It asks for one candidate after the other and commits the
 * verdicts in that order; who answers (one test at a time, or several tested ahead) does not change what is committed.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OracleAnswer } from '../oracle/oracle';
import type { Phase, Search, Verdict } from '../search/search';
import { worst } from '../search/walk';
import { Ledger } from './ledger';
import type { LedgerOptions } from './ledger';

/** Where candidates are tested. */
export interface Lab<C> {
  /** Candidates with equal keys are equal: each is tested once. */
  key(candidate: C): string;
  /** Throws the signal's reason if aborted. */
  test(candidate: C, signal: AbortSignal): Promise<OracleAnswer>;
}

/** Gives the verdict for alternative `index` of `phase`, whose key is `key`. */
export interface Tester<C, R> {
  answer(phase: Phase<C, R>, index: number, key: string): Promise<OracleAnswer>;
  /** Ends what was tested ahead. */
  close(): Promise<void>;
}

export interface DriveOptions<C> extends LedgerOptions<C> {
  /** Stops the walk where it is. */
  readonly signal: AbortSignal;
  readonly onPhase?: (label: string) => void;
}

export interface Walked<C, R> {
  /** Undefined if the walk was stopped. */
  readonly result?: R;
  readonly ending: 'done' | 'tests' | 'interrupted' | 'broken';
  /** Why it broke off: a candidate could not be tested. */
  readonly problem?: Error;
  /** The last candidate that held: the best so far. */
  readonly best?: C;
}

/** What the search is after a phase, or why the walk stops in it. */
export type Decision<C, R> = Search<C, R> | 'tests' | 'interrupted';

/** Tests one candidate at a time, when it is asked for. */
export function testingInOrder<C, R>(lab: Lab<C>, signal: AbortSignal): Tester<C, R> {
  return {
    answer: (phase, index) => lab.test(phase.alternatives.at(index)!, signal),
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
  const decide = async (phase: Phase<C, R>): Promise<Decision<C, R>> => {
    let why: Verdict = 'rejected';
    for (let index = 0; ; index++) {
      await breathe();
      if (options.signal.aborted) return 'interrupted';
      const candidate = phase.alternatives.at(index);
      if (candidate === undefined) return phase.none(why);
      if (phase.refused?.(index)) continue;
      const key = lab.key(candidate);
      const before = ledger.answerTo(key);
      if (!before && ledger.left === 0) return 'tests';
      const answer = before ?? (await tester.answer(phase, index, key));
      ledger.commit(candidate, key, answer);
      if (answer.verdict === 'holds') return phase.held(index);
      why = worst(why, answer.verdict);
    }
  };
  return throughPhases(search, decide, ledger, options).finally(() => tester.close());
}

/** What all drivers do: one phase after the other, until the search is done, stopped or broken off. */
export async function throughPhases<C, R>(
  search: Search<C, R>,
  decide: (phase: Phase<C, R>) => Promise<Decision<C, R>>,
  ledger: Ledger<C>,
  options: DriveOptions<C>,
): Promise<Walked<C, R>> {
  let current = search;
  try {
    while (!current.done) {
      if (current.label) options.onPhase?.(current.label);
      const next = await decide(current);
      if (typeof next === 'string') return { ending: next, best: ledger.best };
      current = next;
    }
    return { ending: 'done', result: current.result, best: ledger.best };
  } catch (error) {
    if (options.signal.aborted) return { ending: 'interrupted', best: ledger.best };
    return { ending: 'broken', problem: error as Error, best: ledger.best };
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
