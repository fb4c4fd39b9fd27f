/** How often the unchanged input is tested before the first cut. */
import { isLearned } from '../judging/evidence';
import { type Tally, isFlaky } from '../judging/repeat';
import { judgeOf } from '../judging/rule';
import type { FullAnswer, Oracle } from '../oracle';
import type { Ran } from '../tester';
import { wasNotFound } from './diagnosis';

/** A test that takes no longer is repeated without much thought, ms. */
export const quick = 2000;
/** Time to learn a rate, ms, and runs that are made in any case. */
const learning = { ms: 60_000, runs: 5 };
/** Runs before a test that never showed the bug is said not to show it. */
export const mostInVain = 10;

/** How often the input is tested at most. May throw. */
export interface Most {
  /** If the first run took so many ms; a candidate's own number of runs always. */
  readonly mostRuns?: (ms: number) => number;
  /** For a flaky test, whose rate is to be learned. */
  readonly mostToLearn?: () => number;
}

/**
 * Fast tests run three times in all, slow ones once or twice; each at least as often as a candidate. A flaky test runs until its rate is
 * known: it may show the bug so seldom that the usual runs have not seen it. Gives the `first` run, and those that follow it.
 */
export async function runsOfInput(
  oracle: Oracle,
  first: FullAnswer,
  earlier: readonly Ran[],
  runOnce: () => Promise<FullAnswer>,
  { mostRuns = () => Infinity, mostToLearn = () => Infinity }: Most,
): Promise<FullAnswer[]> {
  const answers = [first];
  const isCutOff = (one: FullAnswer) => one.timedOut || one.outgrew || wasNotFound(one, oracle.rule);
  if (isCutOff(first)) return answers;
  const usual = Math.min(first.ms > 10_000 ? 1 : first.ms > quick ? 2 : 3, mostRuns(first.ms));
  while (answers.length + earlier.length < Math.max(usual, oracle.repeat.runs)) answers.push(await runOnce());
  if (oracle.isFixed || answers.some(isCutOff)) return answers;
  const until = performance.now() + learning.ms;
  const isUnclear = () => {
    const tally = tallyOf(oracle, [...answers, ...earlier]);
    if (tally.held === 0) return first.ms <= quick && tally.runs < mostInVain;
    return isFlaky(tally) && !isLearned(tally);
  };
  const isRoom = () => answers.length < Math.min(mostToLearn(), performance.now() < until ? Infinity : learning.runs);
  while (isUnclear() && isRoom()) answers.push(await runOnce());
  return answers;
}

export function tallyOf(oracle: Oracle, all: readonly Ran[]): Tally {
  return { held: all.filter((one) => holds(oracle, one)).length, runs: all.length };
}

/** By the current rule; the first run may have been made without it. */
export function holds({ rule }: Oracle, { timedOut, outgrew, status, said }: Ran): boolean {
  return !timedOut && !outgrew && judgeOf(rule)(status, said) === 'holds';
}
