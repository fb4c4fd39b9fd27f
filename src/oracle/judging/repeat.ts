/** Flaky oracles: a candidate is tested several times, and the property holds if it held often enough. */
import * as l10n from '@vscode/l10n';
import { RuleError } from './rule';

/** `need` of `runs`. */
export interface Repeat {
  readonly runs: number;
  readonly need: number;
}

/** More runs of one test are refused. */
export const mostRuns = 100;

export const once: Repeat = { runs: 1, need: 1 };

/** How often the property held. */
export interface Tally {
  readonly held: number;
  readonly runs: number;
}

/** `need` defaults to more than half of the runs. Throws `RuleError`. */
export function repeatOf(runs = 1, need = Math.floor(runs / 2) + 1): Repeat {
  const whole = [runs, need].every((number) => Number.isInteger(number) && number >= 1);
  if (!whole || runs > mostRuns)
    throw new RuleError(l10n.t('A candidate can be tested 1 to {0} times: use whole numbers.', mostRuns));
  if (need > runs) {
    throw new RuleError(l10n.t('A candidate cannot hold in {0} of {1} runs: require at most {1}.', need, runs));
  }
  return { runs, need };
}

/** The verdict, as soon as the remaining runs cannot change it; undefined before that. */
export function decided({ runs, need }: Repeat, tally: Tally): boolean | undefined {
  if (tally.held >= need) return true;
  return tally.held + runs - tally.runs < need ? false : undefined;
}

/** In English, for terminal and log: `4 of 5 runs`. */
export function described({ held, runs }: Tally): string {
  return `${held} of ${runs} ${runs === 1 ? 'run' : 'runs'}`;
}

/** Probability that a candidate is accepted if each of its runs holds with probability `rate`. */
function acceptance(rate: number, { runs, need }: Repeat): number {
  let sum = 0;
  let ways = 1;
  for (let held = 0; held <= runs; held++) {
    if (held >= need) sum += ways * rate ** held * (1 - rate) ** (runs - held);
    ways = (ways * (runs - held)) / (held + 1);
  }
  return sum;
}

/** Below this, too many possible cuts are refused. */
const enough = 0.9;

interface Flakiness {
  /** One sentence with the remedy. */
  readonly notice: string;
  /** A setting with which enough candidates would be accepted. */
  readonly better: Repeat;
}

/** The warning for a test that did not hold in each run; undefined for any other. */
export function flakiness(tally: Tally, repeat: Repeat): Flakiness | undefined {
  const { held, runs } = tally;
  if (held === runs) return undefined;
  const rate = held / runs;
  if (repeat.runs > 1 && acceptance(rate, repeat) >= enough) return undefined;
  const better = betterThan(rate, repeat);
  const notice = l10n.t(
    'The test is flaky (it showed the bug on the unchanged input in {0} of {1} runs): test each candidate several times (runs {2}, need {3}).',
    held,
    runs,
    better.runs,
    better.need,
  );
  return { notice, better };
}

/** The fewest runs, at least five, and the largest `need` with which enough candidates are accepted. */
function betterThan(rate: number, { runs }: Repeat): Repeat {
  const several = Math.max(5, runs);
  let need = several;
  while (need > 1 && acceptance(rate, { runs: several, need }) < enough) need--;
  return { runs: several, need };
}
