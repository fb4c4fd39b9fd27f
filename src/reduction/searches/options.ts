/** All options of a search: those of its strategy, of its list reducer, and of how it is walked. */
import * as l10n from '@vscode/l10n';
import {
  optionSpecs as reducerSpecs,
  type ChosenOptions as ReducerChoices,
  type OptionSpec,
} from '../../reducers/options';
import { strategyOptionSpecs, switches, type StrategyOptions, type Switch } from '../../strategies/options';
import { commitRules, defaultCommitRule, defaultLoop, loops } from '../drive/loops';

/** How candidates are tested, whatever the search. */
interface WalkOptions {
  /** The parse filter. */
  readonly filter: Switch;
  /** Names of `loops` and `commitRules`. */
  readonly loop: string;
  readonly commit: string;
}

const walkOptionSpecs: { readonly [Name in keyof WalkOptions]: OptionSpec<WalkOptions[Name]> } = {
  filter: {
    description: 'Skip candidates with more syntax errors than the file has.',
    usual: 'on',
    choices: switches,
  },
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
