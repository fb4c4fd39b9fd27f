/**
 * A search as one value, `NAME[:REDUCER][+OPTION=VALUE]…`: `default`, `treewide`, `hddr:probdd+p0=0.3`. It is read and written here
 * only; command line, setting, task, journal, history and comparison carry its text.
 */
import * as l10n from '@vscode/l10n';
import type { ListReducer } from '../../reducers/list';
import { defaultReducer, reducerNamed, reducers } from '../../reducers/registry';
import { hddr } from '../../strategies/lists/hdd';
import { defaultStrategy, strategies, strategyNamed } from '../../strategies/registry';
import type { Strategy } from '../../strategies/strategy';
import { JobError } from '../jobError';
import { defaultOptions, optionNames, optionProblem, type ChosenOptions, type OptionName } from './options';

export interface SearchValue {
  readonly strategy: Strategy;
  /** Set if and only if the strategy uses one. */
  readonly reducer?: ListReducer;
  /** Those with a usual value are left out. */
  readonly options: Partial<ChosenOptions>;
}

export const defaultSearch = defaultStrategy.name;

/** The search of a job. Throws `JobError`. */
export function searchOf({ search = defaultSearch }: { readonly search?: string }): SearchValue {
  return searchFrom(search);
}

/** Throws `JobError`. */
export function searchFrom(text: string): SearchValue {
  const [name, ...options] = text.trim().split('+');
  const [strategyName, ...reducerName] = name.split(':');
  const strategy = strategyFrom(strategyName.trim());
  const plain = { ...searchBy(strategy), options: {} };
  const search = reducerName.length === 0 ? plain : withReducer(plain, reducerName.join(':'));
  return options.reduce((before, option) => {
    const [optionName, ...value] = option.split('=');
    return withOption(before, optionName, value.join('='));
  }, search);
}

/** The canonical text. */
export function searchText({ strategy, reducer, options }: SearchValue): string {
  const known = optionNames.filter((name) => options[name] !== undefined);
  return [
    reducer ? `${strategy.name}:${reducer.name}` : strategy.name,
    ...known.map((name) => `${name}=${options[name]}`),
  ].join('+');
}

/** The options that it uses. */
export function optionsUsed({ strategy, reducer }: Pick<SearchValue, 'strategy' | 'reducer'>): OptionName[] {
  const walk: OptionName[] = strategy.needsTree ? ['filter', 'loop', 'commit'] : ['loop', 'commit'];
  return [...(reducer?.options ?? []), ...strategy.options, ...walk];
}

/** Throws `JobError`. */
export function withReducer(search: SearchValue, name: string): SearchValue {
  const reducer = reducerFrom(name.trim());
  if (search.strategy.usesReducer) return searchWith(search.strategy, reducer, search.options);
  const others = strategies.filter(({ usesReducer }) => usesReducer).map((one) => `${one.name}:${reducer.name}`);
  throw new JobError(
    l10n.t('The search {0} uses no list reducer: choose {1}.', search.strategy.name, others.join(', ')),
  );
}

/** Throws `JobError`. */
export function withOption(search: SearchValue, name: string, text: string): SearchValue {
  const option = optionNames.find((one) => one === name.trim());
  if (!option || !optionsUsed(search).includes(option)) throw unusedOption(search, name.trim());
  const value = text.trim() === '' || Number.isNaN(Number(text)) ? text.trim() : Number(text);
  const problem = optionProblem(option, value);
  if (problem) throw new JobError(aboutOption(problem));
  return searchWith(search.strategy, search.reducer, { ...search.options, [option]: value });
}

function searchWith(
  strategy: Strategy,
  reducer: ListReducer | undefined,
  options: Partial<ChosenOptions>,
): SearchValue {
  const used = optionsUsed({ strategy, reducer });
  const unusual = used.filter((name) => options[name] !== undefined && options[name] !== defaultOptions[name]);
  return { strategy, reducer, options: Object.fromEntries(unusual.map((name) => [name, options[name]])) };
}

/** With the usual reducer, if it uses one. */
function searchBy(strategy: Strategy): Pick<SearchValue, 'strategy' | 'reducer'> {
  return { strategy, reducer: strategy.usesReducer ? defaultReducer : undefined };
}

/** Says which searches use it. */
function unusedOption(search: SearchValue, option: string): JobError {
  const known = optionNames.find((name) => name === option);
  if (!known) {
    const used = optionsUsed(search).join(', ');
    return new JobError(l10n.t('There is no option "{0}": choose one of {1}.', option, used));
  }
  const name = searchText({ ...search, options: {} });
  const users = usersOf(known, search).join(', ');
  return new JobError(l10n.t('The search {0} does not use the option {1}: choose {2}.', name, option, users));
}

/** For an option of reducers this strategy with each of them, or another strategy if it uses no reducer. */
function usersOf(option: OptionName, { strategy }: SearchValue): string[] {
  const by = reducers.filter((reducer) => optionsUsed({ strategy, reducer }).includes(option));
  const lists = strategy.usesReducer ? strategy : hddr;
  if (by.length > 0) return by.map(({ name }) => `${lists.name}:${name}`);
  return strategies.filter((one) => optionsUsed({ strategy: one }).includes(option)).map(({ name }) => name);
}

function strategyFrom(name: string): Strategy {
  const strategy = strategyNamed(name);
  if (strategy) return strategy;
  throw new JobError(l10n.t('There is no search "{0}": choose one of {1}.', name, namesOf(strategies)));
}

function reducerFrom(name: string): ListReducer {
  const reducer = reducerNamed(name);
  if (reducer) return reducer;
  throw new JobError(l10n.t('There is no list reducer "{0}": choose one of {1}.', name, namesOf(reducers)));
}

function namesOf(all: readonly { readonly name: string }[]): string {
  return all.map(({ name }) => name).join(', ');
}

function aboutOption(problem: string): string {
  return l10n.t({
    message: 'The option {0}',
    args: [problem],
    comment: ['{0} is a sentence that begins with the name of the option: p0 must be one of …'],
  });
}
