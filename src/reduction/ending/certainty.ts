/**
 * How often a result must hold when it is tested again. An oracle may say yes wrongly, at a rate that nobody knows. The search has
 * shown for nothing how high that rate can be: a row of refusals is improbable if every third of them should have been a yes. See
 * docs/notes/certainty.md.
 */
import type { Tally } from '../../oracle/judging/repeat';
import type { OracleAnswer } from '../../oracle/oracle';

/** Evidence on the rate of a wrong yes, from the verdicts of a search. */
export interface Evidence {
  /** Candidates that held. */
  readonly accepted: number;
  /** The longest row of candidates that did not hold. */
  readonly refused: number;
}

export const noEvidence: Evidence = { accepted: 0, refused: 0 };

/** `answers`: in the order in which they were committed. */
export function evidenceOf(answers: Iterable<Pick<OracleAnswer, 'verdict'>>): Evidence {
  let [accepted, refused, row] = [0, 0, 0];
  for (const { verdict } of answers) {
    if (verdict === 'holds') [accepted, row] = [accepted + 1, 0];
    if (verdict === 'fails') refused = Math.max(refused, ++row);
  }
  return { accepted, refused };
}

/** Rates of a wrong yes that are reckoned with, 1 to 30 %. */
const rates = Array.from({ length: 30 }, (_, at) => (at + 1) / 100);

/** A wrong result passes in no more of the runs, whatever the rate is. */
const risk = 1 / 400;

/** Of an oracle that has contradicted itself: 0.3^7 is 1 in 4,500. */
export const timesInDoubt = 7;

/** The fewest tests that a wrong result passes with at most this risk, 1 to 5. */
export function timesToHold(evidence: Evidence): number {
  let times = 1;
  while (rates.some((rate) => rate ** times * chanceOf(evidence, rate) > risk)) times++;
  return times;
}

/** Is it credible that a flaky test shows the bug here, in spite of the runs in which it did not? A wrong yes comes at any of the rates. */
export function showsBug(evidence: Evidence, tally: Tally): boolean {
  return rates.every((rate) => atLeast(tally, rate) * chanceOf(evidence, rate) <= risk);
}

/** Does it hold less often than a flaky test on the unchanged input, at half of its rate there? */
export function holdsLess(tally: Tally, input: Tally): boolean {
  const least = (input.held + 1) / (input.runs + 2) / 2;
  return atLeast({ held: tally.runs - tally.held, runs: tally.runs }, 1 - least) <= risk;
}

/** Probability of that many runs or more that hold. */
function atLeast({ held, runs }: Tally, rate: number): number {
  let [sum, ways] = [0, 1];
  for (let at = 0; at <= runs; at++) {
    if (at >= held) sum += ways * rate ** at * (1 - rate) ** (runs - at);
    ways = (ways * (runs - at)) / (at + 1);
  }
  return sum;
}

/** Probability that a test that held in so many runs, and has not changed, fails in each of so many more (rule of succession). */
export function chanceToFail({ held, runs }: Tally, more: number): number {
  let chance = 1;
  for (let run = 0; run < more; run++) chance *= (runs - held + 1 + run) / (runs + 2 + run);
  return chance;
}

/** Upper bound on the probability of such a row of refusals, if a wrong yes has this rate. */
function chanceOf({ accepted, refused }: Evidence, rate: number): number {
  return Math.min(1, (accepted + 1) * (1 - rate) ** refused);
}
