/** All options that a job may have, of reducers and of strategies: for command line, settings and task type. */
import * as l10n from '@vscode/l10n';
import { optionSpecs as reducerSpecs } from '../reducers/options';
import type { ChosenOptions as ReducerChoices, OptionSpec } from '../reducers/options';
import { reducers } from '../reducers/registry';
import { strategyOptionSpecs } from '../strategies/options';
import type { StrategyOptions } from '../strategies/options';
import { strategies } from '../strategies/registry';

export type ChosenOptions = ReducerChoices & StrategyOptions;

export type OptionName = keyof ChosenOptions;

export const optionSpecs: { readonly [Name in OptionName]: OptionSpec<ChosenOptions[Name]> } = {
  ...reducerSpecs,
  ...strategyOptionSpecs,
};

export const optionNames = Object.keys(optionSpecs) as OptionName[];

export const defaultOptions = Object.fromEntries(
  optionNames.map((name) => [name, optionSpecs[name].usual]),
) as unknown as ChosenOptions;

/** Names of the reducers and strategies that know an option. */
export function knownBy(name: OptionName): string[] {
  const all: readonly { readonly name: string; readonly options: readonly string[] }[] = [...reducers, ...strategies];
  return all.filter(({ options }) => options.includes(name)).map((one) => one.name);
}

/** Those options that `valueOf` knows a value of. */
export function optionsFrom(valueOf: (name: OptionName) => unknown): Partial<ChosenOptions> {
  const values = optionNames.map((name) => [name, valueOf(name)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** Why this cannot be the value of that option, in one sentence; undefined if it can. */
export function optionProblem(name: OptionName, value: unknown): string | undefined {
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
