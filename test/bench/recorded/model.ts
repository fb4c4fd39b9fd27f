/**
 * A model of a property, made from the certificates of recorded runs: a result whose single deletions were all refused tells which
 * tokens are required. It takes every candidate that has them in their order, whatever else is in it. Real properties are not so
 * simple (they also ask that the candidate compiles), so what it says is simulated.
 */
import { isFileSet, type Content } from '../../../src/oracle/content';
import { decode } from '../../../src/text/encoding';

export type Model = (content: Content) => boolean;

/** Holds if the content has all tokens of one of `results`, in their order, each file for itself. */
export function modelOf(results: readonly Content[]): Model {
  const required = results.map(tokensByFile);
  return (content) => {
    const present = tokensByFile(content);
    return required.some((files) => [...files].every(([path, tokens]) => isWithin(tokens, present.get(path))));
  };
}

function tokensByFile(content: Content): Map<string, string[]> {
  const files = isFileSet(content) ? content.files : [{ path: '', bytes: content }];
  return new Map(files.map(({ path, bytes }) => [path, decode(bytes).text.match(/\w+|\S/g) ?? []]));
}

function isWithin(tokens: readonly string[], all: readonly string[] | undefined): boolean {
  if (!all) return false;
  let at = 0;
  for (const token of all) if (token === tokens[at]) at++;
  return at === tokens.length;
}
