/**
 * Tests that do not show the bug in each run: how many runs decide about a text. Wald's sequential probability ratio test (1945) tells a
 * text that shows the bug about as often as the text before it from one that shows it too seldom. At last, the rates above the bound are
 * weighed against those below it.
 */
import * as l10n from '@vscode/l10n';
import { type Repeat, type Tally, mostRuns, percentOf, untold } from './repeat';

/** What a text must show to be taken. */
export interface Demand {
  /** Share of the runs that show the bug in the input, or in the text that the search goes on from; 0 to 1. */
  readonly rate: number;
  /** A text that shows it less often is no result. */
  readonly bound: number;
  /** Share of the runs that show the bug where it is not. */
  readonly wrong: number;
  /** Decided with few runs, or as sure as the end of a run must be. */
  readonly isSure: boolean;
}

/** A text that shows the bug less often than that share of the input's rate is no result, unless one says otherwise. */
const leastShare = 1 / 2;

/** A rate that is not known better: no test that has failed once is sure. */
const highest = 0.95;

/** How often a flaky test shows the bug in the unchanged input, and wrongly in one without the bug. */
export interface Reliability extends Tally {
  readonly wrong?: Tally;
}

export function demandOf({ held, runs, wrong = untold }: Reliability): Demand {
  const rate = Math.min(highest, held / runs);
  const bound = leastShare * rate;
  const seldom = wrong.runs > 0 ? (wrong.held + 1) / (wrong.runs + 2) : 0;
  return { rate, bound, wrong: Math.max(seldom, tooSeldom * bound), isSure: false };
}

/** What is asked of the candidates that follow a text with these runs. `refuted`: how the input did, if another text has shown the bug too seldom. */
export function demandAfter(before: Demand, { held, runs }: Tally, isSure: boolean, refuted?: Reliability): Demand {
  const { bound, wrong } = refuted ? demandOf(refuted) : before;
  const least = refuted ? stillTooSeldom * bound : 0;
  return { rate: Math.min(highest, held / runs), bound, wrong: Math.max(least, wrong, before.wrong), isSure };
}

/** Runs of an input without the bug, from which the share of wrong verdicts is learned. */
export const runsOfEmpty = 20;

/** What is told of a test that turns out to be flaky. */
export function flakyNotice(tally: Tally): string {
  return l10n.t(
    'The bug shows in {0} of {1} runs. Whittle repeats tests, and the result will show it in at least {2} of them.',
    tally.held,
    tally.runs,
    percentOf(demandOf(tally).bound),
  );
}

/** Enough runs of the unchanged input to know its rate: about a third off at most. */
export function isLearned({ held, runs }: Tally): boolean {
  return held >= 15 || runs >= 100;
}

/** For workers, which must show the bug as well: runs that hardly any one that does fails. */
export function repeatAs({ bound }: Demand): Repeat {
  const runs = Math.min(mostRuns, Math.ceil(8 / bound));
  return { runs, need: Math.ceil(bound * runs) };
}

/** Of the bound: a candidate that may show the bug so seldom is not taken. */
const tooSeldom = 0.2;

/** The same, once a text was taken that shows it too seldom. */
const stillTooSeldom = 0.4;

/** Of the bound: a candidate that is worth having shows the bug so often at least. */
const oftenEnough = 1.3;

/** Probability that a candidate is taken wrongly: the next certificate finds it out. */
const taken = { first: 0.02, last: 0.01 };

/** Probability that a candidate which shows the bug as often as the text before it is refused: at first, when others will follow, and at last. */
const missed = { first: 0.35, last: 0.05 };

/** The verdict that these runs of a candidate allow; undefined if there must be more. */
export function decidedBy({ rate, bound, wrong, isSure }: Demand, tally: Tally): boolean | undefined {
  const stage = isSure ? 'last' : 'first';
  const odds = likelihood(tally, Math.max(rate, oftenEnough * bound)) / likelihood(tally, wrong);
  if (odds <= missed[stage]) return false;
  return odds >= 1 / taken[stage] ? true : undefined;
}

/** Stated error of a certificate. */
const risk = 0.05;

/** Runs of a certificate, for a bound of 1: a rate that is so near the bound is taken if it is rather above than below it. */
const mostOfCertificate = 16;
const likelier = 4;

/** With fewer runs there is no rate to tell. */
const fewestRuns = 6;

/** Does a text with these runs show the bug at least as often as the bound? Undefined if there must be more runs. */
export function certifiedBy({ bound }: Demand, tally: Tally): boolean | undefined {
  const odds = meanLikelihood(tally, bound, 1) / meanLikelihood(tally, 0, bound);
  if (odds >= 1 / risk && tally.runs >= fewestRuns) return true;
  if (odds <= risk) return false;
  return tally.runs >= mostOfCertificate / bound ? odds >= likelier : undefined;
}

function likelihood({ held, runs }: Tally, rate: number): number {
  return rate ** held * (1 - rate) ** (runs - held);
}

/** Points of a mean over rates. */
const points = 60;

function meanLikelihood(tally: Tally, from: number, to: number): number {
  let sum = 0;
  for (let at = 0.5; at < points; at++) sum += likelihood(tally, from + ((to - from) * at) / points);
  return sum / points;
}

/** Wilson's interval of a rate, with 95 % (Wilson 1927). */
export function intervalOf({ held, runs }: Tally): { readonly low: number; readonly high: number } {
  const z = 1.96;
  const rate = held / runs;
  const middle = rate + z ** 2 / (2 * runs);
  const wide = z * Math.sqrt((rate * (1 - rate)) / runs + z ** 2 / (4 * runs ** 2));
  const whole = 1 + z ** 2 / runs;
  return { low: Math.max(0, (middle - wide) / whole), high: Math.min(1, (middle + wide) / whole) };
}
