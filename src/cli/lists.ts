/** `whittle searches` and `whittle languages`: searches, list reducers and options; languages with a grammar. */
import { dd } from '../reducers/dd';
import type { OptionSpec } from '../reducers/options';
import { defaultReducer, reducers } from '../reducers/registry';
import { commitRules, loops } from '../reduction/drive/loops';
import { optionNames, optionSpecs, type OptionName } from '../reduction/searches/searchValue';
import { defaultStrategy, strategies } from '../strategies/registry';
import { languages } from '../syntax/languages';
import { aligned } from './printing';

/** A line of a list, and those under it. */
interface Item {
  readonly term: string;
  readonly text: string;
  readonly more: readonly string[];
}

export function listSearches(): string {
  return `A search is NAME[:REDUCER][+OPTION=VALUE]…, for example default, hddr:probdd or hddr:probdd+p0=0.3.

Searches; those with :REDUCER use a list reducer (if none is given: ${defaultReducer.name}):
${listed(
  strategies.map(({ name, description, usesReducer, options }) => ({
    term: `${name}${usesReducer ? ':REDUCER' : ''}`,
    text: `${description}${name === defaultStrategy.name ? ' Used if none is given.' : ''}`,
    more: optionLines(options),
  })),
)}

List reducers:
${listed(
  reducers.map(({ name, description, source, options }) => ({
    term: name,
    text: description,
    more: [source, ...optionLines(options)],
  })),
)}

Options:
${listed(optionNames.map(optionItem))}

Every search has the options loop and commit, and all that read syntax have filter.
For whittle isolate there is one search:
${listed([{ term: 'dd', text: dd.description, more: [dd.source] }])}
`;
}

function optionLines(names: readonly OptionName[]): string[] {
  return names.length > 0 ? [`Options: ${names.join(', ')}`] : [];
}

function optionItem(name: OptionName): Item {
  const { description, usual, choices = [], above, below, whole }: OptionSpec<unknown> = optionSpecs[name];
  const least = whole ? `${above! + 1} or more` : `above ${above} and below ${below}`;
  const bounds = above === undefined ? [] : [least];
  const values = `${[...choices, ...bounds].join(', ')} (default: ${usual})`;
  return { term: name, text: description, more: [`Values: ${values}`, ...choiceLines(name)] };
}

function choiceLines(name: OptionName): string[] {
  const described = name === 'loop' ? loops : name === 'commit' ? commitRules : [];
  return described.map((one) => `${one.name}: ${one.description}`);
}

function listed(items: readonly Item[]): string {
  return aligned(
    items.flatMap(({ term, text, more }) => [text, ...more].map((line, at) => [at === 0 ? `  ${term}` : '', line])),
  );
}

export function listLanguages(): string {
  const rows = languages.map(({ id, extensions }) => [id, extensions.join(' ')]);
  return `${aligned(rows)}\n\nAny other file is reduced without a grammar.\n`;
}
