/**
 * How many runs decide about a text if the test is flaky. Wald's sequential probability ratio test (1945) tells a text that shows the bug
 * about as often as the one before it from one that shows it too seldom. At last, rates above the bound are weighed against those below.
 * And if a number that is to become small differs from run to run: it must be smaller by more than luck.
 */
import * as l10n from '@vscode/l10n';
import { type Repeat, type Tally, mostRuns, untold } from './repeat';

/** What a text must show to be taken. */
export interface Demand {
  /** Share of the runs that show the bug in the input, or in the text that the search goes on from; 0 to 1. */
  readonly rate: number;
  /** A text that shows it less often is no result. */
  readonly bound: number;
  /** Runs where the bug is not. */
  readonly wrong: Tally;
  /** A text was taken that shows the bug too seldom, or not at all. */
  readonly isWarned?: boolean;
  /** Certificates that failed. */
  readonly failed?: number;
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
  // The last run has shown the bug, and was the last for that.
  const rate = Math.min(highest, runs > 1 && held > 1 ? (held - 1) / (runs - 1) : held / runs);
  return { rate, bound: leastShare * rate, wrong, isSure: false };
}

/** The rate of the input counts as much as so many runs of a text that follows. */
const asBefore = 5;

/** What is asked of the candidates that follow a text with these runs, of which the last one has shown the bug and was the last for that. */
export function demandAfter({ bound, ...demand }: Demand, { held, runs }: Tally): Demand {
  const rate = (held - 1 + (asBefore * bound) / leastShare) / (runs - 1 + asBefore);
  return { ...demand, bound, rate: Math.min(highest, rate) };
}

/** Runs of an input without the bug, from which the share of wrong verdicts is learned. */
export const runsOfEmpty = { first: 5, more: 15 };

/** What is told of a test that turns out to be flaky. */
export function flakyNotice(tally: Tally): string {
  return l10n.t(
    'The bug shows in {0} of {1} runs. Whittle repeats tests, and the result will show it at least half as often.',
    tally.held,
    tally.runs,
  );
}

/** Enough runs of the unchanged input to begin with; and to know its rate, about a third off at most, where it decides about a text. */
export const isLearned = ({ held, runs }: Tally): boolean => held >= 10 || runs >= 60;
export const isWellKnown = ({ held, runs }: Tally): boolean => held >= 15 || runs >= 150;

/** For workers, which must show the bug as well: runs that hardly any one that does fails. */
export function repeatAs({ bound }: Demand): Repeat {
  const runs = Math.min(mostRuns, Math.ceil(8 / bound));
  return { runs, need: Math.ceil(bound * runs) };
}

/** Of the bound: a candidate that may show the bug so seldom is not taken, at first and once one was; from such a text no search goes on. */
const tooSeldom = { first: 0.02, warned: 0.2, text: 0.8 };
/** What each failed certificate adds to the last of them, and the most that it comes to. */
const margin = { each: 0.2, most: 1.4 };
/** Of the bound: a candidate that is worth having shows the bug so often at least. */
const oftenEnough = 1.3;
/** Probability that a candidate is taken wrongly: a look at the text finds it out, or a certificate. */
const taken = 0.03;
/** Probability that a candidate which shows the bug as often as the text before it is refused: at first, when others will follow. */
const missed = 0.35;
/** The same at last, by the share that it has more than what is left of it. */
const missedAtLast = 0.03;

/** What depends on the verdict about a candidate. */
export interface Stake {
  /** Share of the text that goes with it, 0 to 1: what gains little is refused after fewer runs. */
  readonly gain: number;
  /** To hold, as the search expects. It is a guess, so its odds count as their root, and not at last. */
  readonly chance?: number;
}

/** The verdict that these runs of a candidate allow; undefined if there must be more. */
export function decidedBy(demand: Demand, tally: Tally, { gain, chance = 1 / 2 }: Stake = { gain: 0 }) {
  if (tally.runs === 0) return undefined;
  const { isSure } = demand;
  const least = isSure ? Math.min(missed, (missedAtLast * (1 - gain)) / gain) : missed;
  const guess = isSure ? 1 / 2 : Math.min(0.95, Math.max(0.05, chance));
  const odds = Math.sqrt(guess / (1 - guess)) * oddsOf(demand, tally);
  const above = oddsAbove(demand, tally);
  if (odds <= least || above <= doubted.refuted) return false;
  if (odds >= 1 / taken && above >= 1) return true;
  return tally.runs >= mostOfCertificate / demand.bound ? false : undefined;
}

/** For a text that shows the bug as often as the one before it, against one without the bug. */
function oddsOf(demand: Demand, tally: Tally): number {
  const hoped = Math.max(demand.rate, oftenEnough * demand.bound);
  return likelihood(tally, hoped) / likelihood(tally, Math.min(rateOfWrong(demand), hoped / 2));
}

/** So many runs without the bug are supposed, in half of one of which it has shown. */
function rateOfWrong({ bound, wrong: { held, runs }, isWarned }: Demand): number {
  const least = (isWarned ? tooSeldom.warned : tooSeldom.first) * bound;
  return Math.max(least, (held + 0.5) / (runs + 0.5 / least));
}

/** Probability that the search goes on from a text that shows the bug too seldom, or goes back from one that does not. */
const doubted = { trusted: 0.2, refuted: 0.05 };
/** Probability that it goes on from one without the bug: nothing would go from there. */
const trapped = 0.0005;

/** Does a text with these runs show the bug often enough to be searched on? Undefined if there must be more runs. */
export function trustedBy(demand: Demand, tally: Tally): boolean | undefined {
  const odds = oddsAbove(demand, tally);
  if (odds >= 1 / doubted.trusted && oddsOf(demand, tally) >= 1 / trapped) return true;
  if (odds <= doubted.refuted) return false;
  return tally.runs >= mostOfCertificate / demand.bound ? odds >= 1 : undefined;
}

/** For a text that shows the bug about as often as the input, against one that shows it too seldom. */
function oddsAbove({ rate, bound, failed = 0 }: Demand, tally: Tally): number {
  const low = Math.min(margin.most, tooSeldom.text + margin.each * failed) * bound;
  const hoped = Math.min(highest, Math.max(oftenEnough * bound, 1.3 * low, Math.min(rate, bound / leastShare)));
  return likelihood(tally, hoped) / likelihood(tally, low);
}

/** Stated error of a certificate, and what is asked of one for a test that was warned of: of several that are tried, one passes by chance. */
const risk = { first: 0.05, warned: 0.02 };
/** Runs of a certificate, for a bound of 1: a rate that is so near the bound is taken if it is rather above than below it. */
const likelier = 5;
const mostOfCertificate = 20;
/** With fewer runs there is no rate to tell. */
const fewestRuns = { first: 6, warned: 16 };

/**
 * Does a text with these runs show the bug often enough, beside the input with those? Rates of both for which that is so are weighed against
 * those for which it is not. Else there must be more runs, of the text or of the input.
 */
export function certifiedBy(input: Tally, tally: Tally, isWarned = false): boolean | 'text' | 'input' {
  const odds = oddsOfRates(input, tally);
  const stage = isWarned ? 'warned' : 'first';
  if (odds >= 1 / risk[stage] && tally.runs >= fewestRuns[stage]) return true;
  if (odds <= risk.first) return false;
  if (tally.runs >= mostOfCertificate / demandOf(input).bound) return odds >= likelier;
  return uncertainty(input) > uncertainty(tally) ? 'input' : 'text';
}

/** Variance of a rate, as a share of its square (rule of succession). */
const uncertainty = ({ held, runs }: Tally): number => (runs - held + 1) / ((held + 1) * (runs + 2));

const rates = Array.from({ length: 60 }, (_, at) => (at + 0.5) / 60);

function oddsOfRates(input: Tally, tally: Tally): number {
  const likelyOfInput = rates.map((rate) => likelihood(input, rate));
  const sums = [0, 0];
  const pairs = [0, 0];
  for (const rate of rates) {
    const likely = likelihood(tally, rate);
    for (const [at, ofInput] of rates.entries()) {
      const side = Number(rate >= leastShare * ofInput);
      sums[side] += likely * likelyOfInput[at];
      pairs[side]++;
    }
  }
  return sums[1] / pairs[1] / (sums[0] / pairs[0]);
}

function likelihood({ held, runs }: Tally, rate: number): number {
  return rate ** held * (1 - rate) ** (runs - held);
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

/** Of a number that differs from run to run: runs of a candidate, and of one of which more has to be known. */
const few = 8;
const more = 16;

/** Standard errors by which a mean must differ: to be better, as of hundreds of candidates one may be so by luck; worse; perhaps worse. */
const better = 3;
const worse = 1.5;
const doubtful = 0.5;

/** `now`: that of the text so far, with its deviation `noise`. If the candidate's is not clearly another one, that; else its mean. */
export async function clearNumber(
  first: number,
  now: number,
  noise: number,
  runOnce: () => Promise<number | undefined>,
): Promise<number> {
  /** By how many standard errors it is larger than that of now. */
  const ahead = (numbers: readonly number[]) => ((meanOf(numbers) - now) * Math.sqrt(numbers.length)) / noise;
  const runsOf = async (count: number) => {
    const numbers: number[] = [];
    for (let run = 0; run < count; run++) numbers.push(...[(await runOnce()) ?? []].flat());
    return numbers;
  };
  if (ahead([first]) > better) return first;
  const numbers = [first, ...(await runsOf(few - 1))];
  if (ahead(numbers) > -better && ahead(numbers) < doubtful) return now;
  const again = await runsOf(more);
  if (ahead(numbers) > 0) {
    const all = [...numbers, ...again];
    return ahead(all) > worse ? rounded(meanOf(all), noise) : now;
  }
  // It was chosen as it is low: only new runs tell how low it is.
  return again.length > 0 && ahead(again) < -better ? rounded(meanOf(again), noise) : now;
}

export function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}

/** Without the digits that say nothing. */
export function rounded(number: number, noise: number): number {
  return Number(number.toFixed(Math.max(0, 1 - Math.floor(Math.log10(noise)))));
}

export function noisyNotice(noise: number | undefined): string | undefined {
  return noise === undefined
    ? undefined
    : l10n.t(
        'The number differs from run to run: a text counts as better only if the mean of several runs is clearly smaller.',
      );
}
