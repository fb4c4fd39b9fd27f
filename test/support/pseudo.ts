/** A language in which every sentence is as in English, in ⟦ ⟧: what has none around it was not translated. */
import bundle from '../../l10n/bundle.l10n.json';

/** What VS Code would load of such a language. */
export const pseudoBundle: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(bundle).map(([key, sentence]) => [
    key,
    `⟦${typeof sentence === 'string' ? sentence : sentence.message}⟧`,
  ]),
);

/** What stands outside of all ⟦ ⟧, each of which becomes a space. */
export function untranslated(text: string): string {
  let depth = 0;
  let rest = '';
  for (const character of text) {
    if (character === '⟦') depth++;
    if (depth === 0) rest += character;
    if (character === '⟧' && --depth === 0) rest += ' ';
  }
  return rest;
}

/** Is it one sentence, with whatever was put into it? */
export function isOneSentence(text: string): boolean {
  return text.startsWith('⟦') && untranslated(text) === ' ';
}

/** All strings in a value, whatever is around them, but for the values of `without`. */
export function stringsIn(value: unknown, without: ReadonlySet<string>): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => (without.has(key) ? [] : stringsIn(one, without)));
}
