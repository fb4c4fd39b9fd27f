/**
 * A search as one value, `NAME[:REDUCER][+OPTION=VALUE]…`: `default`, `treewide`, `hddr:probdd+p0=0.3`. It is read and written here
 * only; command line, setting, task, journal, history and comparison carry its text.
 */
import * as l10n from '@vscode/l10n';
import type { ListReducer } from '../../reducers/list';
import {
  type ChosenOptions as ReducerChoices,
  type OptionSpec,
  optionSpecs as reducerSpecs,
} from '../../reducers/options';
import { defaultReducer, reducerNamed, reducers } from '../../reducers/registry';
import { hddr } from '../../strategies/lists/hdd';
import { type StrategyOptions, type Switch, strategyOptionSpecs, switches } from '../../strategies/options';
import { defaultStrategy, strategies, strategyNamed } from '../../strategies/registry';
import type { Strategy } from '../../strategies/strategy';
import { commitRules, defaultCommitRule, defaultLoop, loops } from '../drive/loops';
import { JobError } from '../job';

/** How candidates are tested, whatever the search. */
interface WalkOptions {
  /** The parse filter. */
  readonly filter: Switch;
  /** Names of `loops` and `commitRules`. */
  readonly loop: string;
  readonly commit: string;
}

const walkOptionSpecs: { readonly [Name in keyof WalkOptions]: OptionSpec<WalkOptions[Name]> } = {
  filter: { description: 'Skip candidates with more syntax errors than the file has.', usual: 'on', choices: switches },
  loop: {
    description: 'Which tests run at once, with several jobs.',
    usual: defaultLoop.name,
    choices: loops.map(({ name }) => name),
  },
  commit: {
    description: 'Which candidate is taken if several keep the bug, with several jobs.',
    usual: defaultCommitRule.name,
    choices: commitRules.map(({ name }) => name),
  },
};

export type ChosenOptions = ReducerChoices & StrategyOptions & WalkOptions;

export type OptionName = keyof ChosenOptions;

export const optionSpecs: { readonly [Name in OptionName]: OptionSpec<ChosenOptions[Name]> } = {
  ...reducerSpecs,
  ...strategyOptionSpecs,
  ...walkOptionSpecs,
};

export const optionNames = Object.keys(optionSpecs) as OptionName[];

export const defaultOptions = Object.fromEntries(
  optionNames.map((name) => [name, optionSpecs[name].usual]),
) as unknown as ChosenOptions;

/** Why this cannot be the value of that option, in one sentence; undefined if it can. */
function optionProblem(name: OptionName, value: unknown): string | undefined {
  const { choices = [], above, below, whole } = optionSpecs[name] as OptionSpec<unknown>;
  if (choices.includes(value)) return undefined;
  if (above === undefined || below === undefined) return l10n.t('{0} must be one of {1}.', name, choices.join(', '));
  const fits = typeof value === 'number' && value > above && value < below && !(whole && !Number.isInteger(value));
  if (fits) return undefined;
  if (whole) return l10n.t('{0} must be a whole number above {1} and below {2}.', name, above, below);
  return choices.length === 0
    ? l10n.t('{0} must be a number above {1} and below {2}.', name, above, below)
    : l10n.t('{0} must be a number above {1} and below {2}, or {3}.', name, above, below, choices.join(', '));
}

export interface SearchValue {
  readonly strategy: Strategy;
  /** Set if and only if the strategy uses one. */
  readonly reducer?: ListReducer;
  /** Those with a usual value are left out. */
  readonly options: Partial<ChosenOptions>;
}

export const defaultSearch = defaultStrategy.name;

/** Throws `JobError`. */
export function searchFrom(text = defaultSearch): SearchValue {
  const [name, ...options] = text.trim().split('+');
  const [strategyName, ...reducerName] = name.split(':');
  const strategy = strategyFrom(strategyName.trim());
  const plain = { strategy, reducer: strategy.usesReducer ? defaultReducer : undefined, options: {} };
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
function withReducer(search: SearchValue, name: string): SearchValue {
  const reducer = reducerFrom(name.trim());
  if (search.strategy.usesReducer) return searchWith(search.strategy, reducer, search.options);
  const others = strategies.filter(({ usesReducer }) => usesReducer).map((one) => `${one.name}:${reducer.name}`);
  throw new JobError(
    l10n.t('The search {0} uses no list reducer: choose {1}.', search.strategy.name, others.join(', ')),
  );
}

/** Throws `JobError`. */
function withOption(search: SearchValue, name: string, text: string): SearchValue {
  const option = optionNames.find((one) => one === name.trim());
  if (!option || !optionsUsed(search).includes(option)) throw unusedOption(search, name.trim());
  const value = text.trim() === '' || Number.isNaN(Number(text)) ? text.trim() : Number(text);
  const problem = optionProblem(option, value);
  if (problem) {
    throw new JobError(
      l10n.t({
        message: 'The option {0}',
        args: [problem],
        comment: ['{0} is a sentence that begins with the name of the option: p0 must be one of …'],
      }),
    );
  }
  return searchWith(search.strategy, search.reducer, { ...search.options, [option]: value });
}

/** Each with each value of an option, or with each list reducer; one that does not use it runs once. Throws `JobError`. */
export function varied(searches: readonly string[], option: string, values: readonly string[]): string[] {
  const change =
    option === 'reducer' ? withReducer : (one: SearchValue, value: string) => withOption(one, option, value);
  const all = searches.map(searchFrom);
  const usesIt = (one: SearchValue) =>
    option === 'reducer' ? one.reducer !== undefined : optionsUsed(one).some((name) => name === option);
  const changed = all.some(usesIt) ? usesIt : () => true;
  const each = all.flatMap((one) => (changed(one) ? values.map((value) => change(one, value)) : [one]));
  return [...new Set(each.map(searchText))];
}

/** The search for a round, from 1: each has the next seed. */
export function inRound(text: string, round: number): string {
  const search = searchFrom(text);
  if (!optionsUsed(search).includes('seed')) return text;
  const { seed = defaultOptions.seed } = search.options;
  return searchText(withOption(search, 'seed', String(seed + round - 1)));
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
