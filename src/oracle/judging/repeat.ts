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
    throw new RuleError(l10n.t('A candidate can be tested 1 to {0} times: give whole numbers.', mostRuns));
  if (need > runs) {
    throw new RuleError(
      l10n.t('The property cannot hold in {0} of {1} runs: require at most as many as there are runs.', need, runs),
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
