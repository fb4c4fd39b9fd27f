/** The searches that are compared, as texts of `SearchValue`. */
import * as l10n from '@vscode/l10n';
import type { SettledRule } from '../../oracle/calibration/calibrateProperty';
import { reducers } from '../../reducers/registry';
import { strategies } from '../../strategies/registry';
import { searchFrom, searchText } from '../searches/searchValue';
import { type Job, JobError, changed } from '../job';

/** Compared if none are named. */
export const usualContenders = [
  'default',
  'treewide',
  'hddr:cdd',
  'hddr:probdd',
  'hddr:ddmin',
  'hdd:ddmin',
  'perses:cdd',
];

/** In canonical form; a search that is named twice runs once. Throws `JobError`. */
export function contendersFrom(names: readonly string[]): string[] {
  const all = names.filter((name) => name.trim() !== '').map(searchFrom);
  if (all.length === 0)
    throw new JobError(
      l10n.t('No search is named: name those to compare (‹searches›), for example default and hddr:ddmin.'),
    );
  return [...new Set(all.map(searchText))];
}

export function everyContender(): string[] {
  return strategies.flatMap(({ name, usesReducer }) =>
    usesReducer ? reducers.map((reducer) => `${name}:${reducer.name}`) : [name],
  );
}

/**
 * Reduces by one search after the other. The first one learns the rules; the others get them, so that all keep the same property.
 * `reduceBy` returns the settled rules, or undefined to stop here.
 */
export async function inTurn<J extends Job<object>>(
  job: J,
  searches: readonly string[],
  reduceBy: (job: J, index: number) => Promise<readonly Pick<SettledRule, 'rule'>[] | undefined>,
): Promise<void> {
  let common = job;
  for (const [index, search] of searches.entries()) {
    const rules = await reduceBy({ ...common, search }, index);
    if (!rules) return;
    common = changed(common, { rules: rules.map(({ rule }) => rule) });
  }
}
