/** A test language: every sentence is its English in ⟦ ⟧. Text without them was not translated. */
import bundle from '../../l10n/bundle.l10n.json';

/** The bundle that VS Code would load for this language. */
export const pseudoBundle: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(bundle).map(([key, sentence]) => [
    key,
    `⟦${typeof sentence === 'string' ? sentence : sentence.message}⟧`,
  ]),
);

/** The text outside all ⟦ ⟧; each ⟦ ⟧ becomes a space. */
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

/** Is it one sentence, including its arguments? */
export function isOneSentence(text: string): boolean {
  return text.startsWith('⟦') && untranslated(text) === ' ';
}

/** All strings in a value at any depth, except for the values of the keys in `without`. */
export function stringsIn(value: unknown, without: ReadonlySet<string>): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => (without.has(key) ? [] : stringsIn(one, without)));
}
