/** Searches in a comparison: a strategy, and a reducer for its lists. */
import * as l10n from '@vscode/l10n';
import { defaultReducer, reducerNamed, reducers } from '../../reducers/registry';
import { strategies, strategyNamed } from '../../strategies/registry';
import { knownBy, optionNames, optionProblem } from '../options';
import type { ChosenOptions, OptionName } from '../options';
import { JobError } from '../jobError';

export interface Contender {
  /** `treewide`, or with a reducer `hddr:cdd`. */
  readonly name: string;
  readonly strategy: string;
  /** Unset if the strategy has no lists for one. */
  readonly reducer?: string;
  /** Its own options, in addition to those of the job. */
  readonly options?: Partial<ChosenOptions>;
}

/** Compared by default. */
export const usualContenders = ['default', 'treewide', 'hddr:cdd', 'hddr:probdd', 'hddr:ddmin', 'hdd:ddmin', 'perses'];

/** From `hddr:cdd,treewide,hddr:probdd+p0=0.3`; duplicates run once. Throws `JobError`. */
export function contendersFrom(words: string): Contender[] {
  return contendersNamed(words.split(',').map((word) => word.trim()));
}

/** Throws `JobError`. */
export function contendersNamed(names: readonly string[]): Contender[] {
  const all = names.filter(Boolean).map(contenderNamed);
  if (all.length === 0) throw new JobError(l10n.t('No searches to compare: name some, such as default,hddr:ddmin.'));
  return [...new Map(all.map((one) => [one.name, one])).values()];
}

/** Every strategy with lists combined with every reducer, and the strategies without lists. */
export function everyContender(): Contender[] {
  return strategies.flatMap(({ name, withoutLists }) =>
    withoutLists ? [contenderNamed(name)] : reducers.map((reducer) => contenderNamed(`${name}:${reducer.name}`)),
  );
}

/** Combines strategies and reducers; a strategy without lists stands alone. Throws `JobError`. */
export function crossed(strategyNames: readonly string[], reducerNames: readonly string[]): string[] {
  return strategyNames.flatMap((name) =>
    strategyNamed(name)?.withoutLists || reducerNames.length === 0
      ? [name]
      : reducerNames.map((reducer) => `${name}:${reducer}`),
  );
}

/** Each contender with each value of this option, if it uses the option. Throws `JobError`. */
export function varied(contenders: readonly Contender[], option: string, values: readonly string[]): Contender[] {
  const name = optionNamed(option);
  return contenders.flatMap((contender) =>
    knows(contender, name) ? values.map((value) => withOption(contender, name, value)) : [contender],
  );
}

/** The options that at least one of them uses. */
export function optionsOf(contenders: readonly Contender[]): OptionName[] {
  return optionNames.filter((option) => contenders.some((contender) => knows(contender, option)));
}

function knows({ strategy, reducer }: Contender, option: OptionName): boolean {
  const known = knownBy(option);
  return [strategy, reducer].some((name) => name !== undefined && known.includes(name));
}

function contenderNamed(word: string): Contender {
  const [search, ...options] = word.split('+');
  const plain = searchNamed(search);
  return options.reduce((contender, text) => {
    const [option, ...value] = text.split('=');
    return withOption(contender, option, value.join('='));
  }, plain);
}

/** Throws `JobError`. */
function withOption(contender: Contender, option: string, text: string): Contender {
  const name = optionNamed(option);
  const value = text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
  const problem = optionProblem(name, value);
  if (problem) throw new JobError(problem);
  const options = { ...contender.options, [name]: value };
  return { ...contender, name: `${contender.name}+${name}=${text}`, options };
}

/** Throws `JobError`. */
function optionNamed(name: string): OptionName {
  const found = optionNames.find((option) => option === name.trim());
  if (found) return found;
  throw new JobError(l10n.t('There is no option "{0}": choose one of {1}.', name, optionNames.join(', ')));
}

function searchNamed(word: string): Contender {
  const [strategyName, reducerName, ...more] = word.split(':');
  const strategy = strategyNamed(strategyName);
  if (!strategy) {
    throw new JobError(l10n.t('There is no strategy "{0}": choose one of {1}.', strategyName, listed(strategies)));
  }
  const reducer = reducerName === undefined ? defaultReducer : reducerNamed(reducerName);
  if (!reducer || more.length > 0) {
    const wrong = [reducerName, ...more].join(':');
    throw new JobError(l10n.t('There is no reducer "{0}": choose one of {1}.', wrong, listed(reducers)));
  }
  if (strategy.withoutLists && reducer === defaultReducer) return { name: strategy.name, strategy: strategy.name };
  return { name: `${strategy.name}:${reducer.name}`, strategy: strategy.name, reducer: reducer.name };
}

function listed(all: readonly { readonly name: string }[]): string {
  return all.map(({ name }) => name).join(', ');
}
