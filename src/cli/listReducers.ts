/** `whittle reducers` and `whittle strategies`: each with its options, reducers with where they come from. */
import { dd } from '../reducers/dd';
import type { OptionSpec } from '../reducers/options';
import { optionSpecs } from '../reduction/options';
import { defaultStrategy, strategies } from '../strategies/registry';
import type { OptionName } from '../reduction/options';
import type { ListReducer } from '../reducers/list';
import { defaultReducer, reducers } from '../reducers/registry';

export function listReducers(): string {
  return [...reducers.map(described), describedIsolation()].join('\n');
}

/** What an option means, and the words that may be chosen. */
export function describedOption(name: OptionName): string {
  const { description, choices, above }: OptionSpec<unknown> = optionSpecs[name];
  return choices && above === undefined ? `${description} One of ${choices.join(', ')}.` : description;
}

export function listStrategies(): string {
  return strategies.map((strategy) => lines(strategy, strategy === defaultStrategy, [])).join('\n');
}

function described(reducer: ListReducer): string {
  return lines(reducer, reducer === defaultReducer, [`  source: ${reducer.source}`]);
}

interface Listed {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionName[];
}

function lines({ name, description, options }: Listed, usual: boolean, more: readonly string[]): string {
  const known = options.map(
    (option) => `  --${option} (usually ${optionSpecs[option].usual}): ${describedOption(option)}`,
  );
  return `${[`${name}${usual ? ' (usual)' : ''}`, `  ${description}`, ...more, ...known].join('\n')}\n`;
}

function describedIsolation(): string {
  return `${dd.name} (for whittle isolate)\n  ${dd.description}\n  source: ${dd.source}\n`;
}
