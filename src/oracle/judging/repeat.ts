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
    throw new RuleError(
      l10n.t('A candidate can be tested 1 to {0} times: use whole numbers (‹runs› ‹need›).', mostRuns),
    );
  if (need > runs) {
    throw new RuleError(
      l10n.t('The bug cannot show in {0} of {1} runs: run each test more often (‹runs={0}›).', need, runs),
    );
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

/** Probability of that many runs or more that hold, if each holds at this rate. */
export function atLeast({ held, runs }: Tally, rate: number): number {
  let [sum, ways] = [0, 1];
  for (let at = 0; at <= runs; at++) {
    if (at >= held) sum += ways * rate ** at * (1 - rate) ** (runs - at);
    ways = (ways * (runs - at)) / (at + 1);
  }
  return sum;
}

/** Below this, too many possible cuts are refused. */
const enough = 0.9;

/** The warning for a test that did not hold in each run, and a setting with which enough candidates would be accepted; undefined for any other test. */
export function flakiness({ held, runs }: Tally, repeat: Repeat): { notice: string; better: Repeat } | undefined {
  const isEnough = (some: Repeat) => atLeast({ held: some.need, runs: some.runs }, held / runs) >= enough;
  if (held === runs || (repeat.runs > 1 && isEnough(repeat))) return undefined;
  // The fewest runs, at least five, and the largest `need`.
  let better = { runs: Math.max(5, repeat.runs), need: Math.max(5, repeat.runs) };
  while (better.need > 1 && !isEnough(better)) better = { ...better, need: better.need - 1 };
  const notice = l10n.t(
    'The bug shows in {0} of {1} runs. Test each candidate several times (‹runs={2}› ‹need={3}›).',
    held,
    runs,
    better.runs,
    better.need,
  );
  return { notice, better };
}

export function isFlaky({ held, runs }: Tally): boolean {
  return held < runs;
}

export function sum(a: Tally, b: Tally): Tally {
  return { held: a.held + b.held, runs: a.runs + b.runs };
}
