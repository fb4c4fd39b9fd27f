/** `whittle searches` and `whittle languages`: searches, list reducers and options; languages with a grammar. */
import { dd } from '../reducers/dd';
import type { OptionSpec } from '../reducers/options';
import { defaultReducer, reducers } from '../reducers/registry';
import { commitRules, loops } from '../reduction/drive/loops';
import { optionNames, optionSpecs, type OptionName } from '../reduction/searches/searchValue';
import { defaultStrategy, strategies } from '../strategies/registry';
import { languages } from '../syntax/languages';
import { aligned } from './printing';

export function listSearches(): string {
  return `A search is NAME[:REDUCER][+OPTION=VALUE]…, for example default, hddr:probdd or hddr:probdd+p0=0.3.

Searches; those with :REDUCER use a list reducer (if none is given: ${defaultReducer.name}):
${listed(
  strategies.map(({ name, description, usesReducer, options }) => [
    `${name}${usesReducer ? ':REDUCER' : ''}`,
    `${description}${name === defaultStrategy.name ? ' Used if none is given.' : ''}`,
    ...optionLines(options),
  ]),
)}

List reducers:
${listed(
  reducers.map(({ name, description, source, options }) => [name, description, source, ...optionLines(options)]),
)}

Options:
${listed(optionNames.map(optionItem))}

Every search has the options loop and commit, and all that read syntax have filter.
For whittle isolate there is one search:
${listed([['dd', dd.description, dd.source]])}
`;
}

function optionLines(names: readonly OptionName[]): string[] {
  return names.length > 0 ? [`Options: ${names.join(', ')}`] : [];
}

function optionItem(name: OptionName): string[] {
  const { description, usual, choices = [], above, below, whole }: OptionSpec<unknown> = optionSpecs[name];
  const least = whole ? `${above! + 1} or more` : `above ${above} and below ${below}`;
  const bounds = above === undefined ? [] : [least];
  const values = `Values: ${[...choices, ...bounds].join(', ')} (default: ${usual})`;
  const described = name === 'loop' ? loops : name === 'commit' ? commitRules : [];
  return [name, description, values, ...described.map((one) => `${one.name}: ${one.description}`)];
}

/** `items`: of each its term, and lines on it. */
function listed(items: readonly (readonly string[])[]): string {
  return aligned(items.flatMap(([term, ...lines]) => lines.map((line, at) => [at === 0 ? `  ${term}` : '', line])));
}

export function listLanguages(): string {
  const rows = languages.map(({ id, extensions }) => [id, extensions.join(' ')]);
  return `${aligned(rows)}\n\nAny other file is reduced without a grammar.\n`;
}
