/** Slices of failures, as texts. */
import { sliceOf } from '../../src/failingTests/slice';
import { grammarOf } from './grammars';

/** The kept parts for a failure at the lines that have these words, innermost first. */
export async function kept(language: string, text: string, ...words: readonly string[]): Promise<string[]> {
  const grammar = await grammarOf(language);
  const tree = grammar.tree(text);
  const lines = words.map((word) => text.slice(0, text.indexOf(word)).split('\n').length);
  const ranges = sliceOf(tree.rootNode, text, language, lines);
  tree.delete();
  grammar.dispose();
  return ranges.map(({ start, end }) => text.slice(start, end));
}
