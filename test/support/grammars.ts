/** Grammars for tests, from the build's output. */
import { resolve } from 'node:path';
import { openGrammar, type Grammar } from '../../src/syntax/grammar';
import { languages } from '../../src/syntax/languages';

export const assets = resolve('dist');

export async function grammarOf(id: string): Promise<Grammar> {
  const language = languages.find((one) => one.id === id);
  if (!language) throw new Error(`no language ${id}`);
  return openGrammar(assets, language);
}
