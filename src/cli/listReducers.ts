/** `whittle reducers`: every reducer, its options and where it comes from. */
import { dd } from '../reducers/dd';
import { optionSpecs } from '../reducers/options';
import type { OptionName, OptionSpec } from '../reducers/options';
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

function described(reducer: ListReducer): string {
  const { name, description, source, options } = reducer;
  const lines = [`${name}${reducer === defaultReducer ? ' (usual)' : ''}`, `  ${description}`, `  source: ${source}`];
  for (const option of options) {
    lines.push(`  --${option} (usually ${optionSpecs[option].usual}): ${describedOption(option)}`);
  }
  return `${lines.join('\n')}\n`;
}

function describedIsolation(): string {
  return `${dd.name} (for whittle isolate)\n  ${dd.description}\n  source: ${dd.source}\n`;
}
