/** How often the property held; and a number of runs that a user has fixed, of which so many must hold. */
import * as l10n from '@vscode/l10n';
import { RuleError } from './rule';

export interface Repeat {
  readonly runs: number;
  readonly need: number;
}

export const mostRuns = 100;

export const once: Repeat = { runs: 1, need: 1 };

export interface Tally {
  readonly held: number;
  readonly runs: number;
}

export const untold: Tally = { held: 0, runs: 0 };

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

export const isFlaky = ({ held, runs }: Tally): boolean => held < runs;

export const sum = (a: Tally, b: Tally): Tally => ({ held: a.held + b.held, runs: a.runs + b.runs });

/** The one with the lower rate. */
export function weaker(one: Tally, other: Tally): Tally {
  return other.held / other.runs < one.held / one.runs ? other : one;
}

/** `42%`; never `0%`. */
export function percentOf(rate: number): string {
  return `${rate < 0.01 ? (100 * rate).toPrecision(1) : Math.round(100 * rate)}%`;
}
