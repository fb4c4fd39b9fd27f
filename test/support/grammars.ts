/** Grammars for tests, from the build's output. */
import { resolve } from 'node:path';
import { openGrammar, type Grammar } from '../../src/syntax/grammar';
import { languages } from '../../src/syntax/languages';

export const assets = resolve('dist');

/** A grammar is compiled on threads that the parses of earlier test files may keep busy for seconds; ms. */
const compiling = 60_000;

if (typeof beforeEach === 'function') {
  beforeEach('gives grammars time', function () {
    const test = this.currentTest;
    if (test && test.timeout() < compiling) test.timeout(compiling);
  });
}

export async function grammarOf(id: string): Promise<Grammar> {
  const language = languages.find((one) => one.id === id);
  if (!language) throw new Error(`no language ${id}`);
  return openGrammar(assets, language);
}
