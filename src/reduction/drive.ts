/**
 * The driver: walks a search with verdicts that take time. It asks for one candidate after the other and commits the
 * verdicts in that order; who answers (one test at a time, or several tested ahead) does not change what is committed.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OracleAnswer } from '../oracle/oracle';
import type { Phase, Search, Verdict } from '../search/search';
import { worst } from '../search/walk';

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

export interface Commit<C> {
  readonly candidate: C;
  readonly answer: OracleAnswer;
  /** The search asked for this content before. */
  readonly cached: boolean;
}

export interface DriveOptions<C> {
  /** Stops the walk where it is. */
  readonly signal: AbortSignal;
  /** Tests that may be committed; repeated content is free. */
  readonly maxTests?: number;
  readonly onPhase?: (label: string) => void;
  readonly onCommit?: (commit: Commit<C>) => void;
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

/** Tests one candidate at a time, when it is asked for. */
export function testingInOrder<C, R>(lab: Lab<C>, signal: AbortSignal): Tester<C, R> {
  return {
    answer: (phase, index) => lab.test(phase.alternatives.at(index)!, signal),
    close: async () => {},
  };
}

export async function drive<C, R>(
  search: Search<C, R>,
  lab: Lab<C>,
  tester: Tester<C, R>,
  options: DriveOptions<C>,
): Promise<Walked<C, R>> {
  const committed = new Map<string, OracleAnswer>();
  const breathe = breathing();
  let best: C | undefined;
  let current = search;
  try {
    while (!current.done) {
      if (current.label) options.onPhase?.(current.label);
      let next: Search<C, R> | undefined;
      let why: Verdict = 'rejected';
      for (let index = 0; !next; index++) {
        await breathe();
        if (options.signal.aborted) return { ending: 'interrupted', best };
        const candidate = current.alternatives.at(index);
        if (candidate === undefined) break;
        if (current.refused?.(index)) continue;
        const key = lab.key(candidate);
        const before = committed.get(key);
        if (!before && committed.size === options.maxTests) return { ending: 'tests', best };
        const answer = before ?? (await tester.answer(current, index, key));
        committed.set(key, answer);
        if (answer.verdict === 'holds') {
          best = candidate;
          next = current.held(index);
        } else {
          why = worst(why, answer.verdict);
        }
        options.onCommit?.({ candidate, answer, cached: before !== undefined });
      }
      current = next ?? current.none(why);
    }
    return { ending: 'done', result: current.result, best };
  } catch (error) {
    if (options.signal.aborted) return { ending: 'interrupted', best };
    return { ending: 'broken', problem: error as Error, best };
  } finally {
    await tester.close();
  }
}

/** Lets timers and signals in now and then, also where one remembered verdict follows another. */
function breathing(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < 20) return;
    await nextTurn();
    last = performance.now();
  };
}
