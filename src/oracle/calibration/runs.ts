/** How often the unchanged input is tested before the first cut. */
import { isLearned } from '../judging/evidence';
import { type Tally, isFlaky } from '../judging/repeat';
import { judgeOf } from '../judging/rule';
import type { FullAnswer, Oracle } from '../oracle';
import type { Ran } from '../tester';
import { wasNotFound } from './diagnosis';

/** A test that takes no longer is repeated without much thought, ms. */
const quick = 2000;

/** Fast tests run three times in all, slow ones once or twice; each at least as often as a candidate. `made`: runs so far. */
export async function moreRuns(
  oracle: Oracle,
  first: FullAnswer,
  runOnce: () => Promise<FullAnswer>,
  made: number,
  most: (ms: number) => number = () => Infinity,
): Promise<FullAnswer[]> {
  if (first.timedOut || first.outgrew || wasNotFound(first, oracle.rule)) return [];
  const usual = Math.min(first.ms > 10_000 ? 1 : first.ms > quick ? 2 : 3, most(first.ms));
  const answers: FullAnswer[] = [];
  while (answers.length + made < Math.max(usual, oracle.repeat.runs)) answers.push(await runOnce());
  return answers;
}

/** Time to learn a rate, ms, and runs that are made in any case. */
const learning = { ms: 60_000, runs: 5 };

/** Runs before a test that never showed the bug is said not to show it. */
const mostInVain = 10;

/** Runs a flaky test until its rate is known. It may show the bug so seldom that the usual runs have not seen it. */
export async function learnRate(
  oracle: Oracle,
  answers: FullAnswer[],
  earlier: readonly Ran[],
  runOnce: () => Promise<FullAnswer>,
  most: () => number = () => Infinity,
): Promise<void> {
  if (oracle.isFixed || answers.some((one) => one.timedOut || one.outgrew || wasNotFound(one, oracle.rule))) return;
  const until = performance.now() + learning.ms;
  const isUnclear = () => {
    const tally = tallyOf(oracle, [...answers, ...earlier]);
    if (tally.held === 0) return answers[0].ms <= quick && tally.runs < mostInVain;
    return isFlaky(tally) && !isLearned(tally);
  };
  const isRoom = () => answers.length < Math.min(most(), performance.now() < until ? Infinity : learning.runs);
  while (isUnclear() && isRoom()) answers.push(await runOnce());
}

export function tallyOf(oracle: Oracle, all: readonly Ran[]): Tally {
  return { held: all.filter((one) => holds(oracle, one)).length, runs: all.length };
}

/** By the current rule; the first run may have been made without it. */
export function holds({ rule }: Oracle, { timedOut, outgrew, status, said }: Ran): boolean {
  return !timedOut && !outgrew && judgeOf(rule)(status, said) === 'holds';
}
