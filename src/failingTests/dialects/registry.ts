/** The languages of which slices are known. A new one is a file beside this one and a line here. */
import type { Dialect } from './dialect';
import { go } from './go';
import { python } from './python';
import { rust } from './rust';
import { script } from './script';

const dialects: Readonly<Record<string, Dialect>> = {
  javascript: script,
  typescript: script,
  tsx: script,
  python,
  go,
  rust,
};

/** By a grammar's id; undefined if nothing is known of the language. */
export function dialectOf(languageId: string): Dialect | undefined {
  return dialects[languageId];
}
