/** `whittle languages`: what has a grammar, by which ending. */
import { languages } from '../syntax/languages';

export function listLanguages(): string {
  const width = Math.max(...languages.map(({ id }) => id.length));
  const rows = languages.map(({ id, extensions }) => `${id.padEnd(width)}  ${extensions.join(' ')}`);
  return [...rows, '', 'Any other file is reduced without a grammar.', ''].join('\n');
}
