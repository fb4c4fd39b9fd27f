/** The filter for text without a grammar: a candidate that has more unbalanced brackets or open quotes than its base is refused. */
import { candidateText } from '../../text/candidate';
import type { Candidate } from '../../text/candidate';
import { render } from '../../text/source';
import type { SourceText } from '../../text/source';
import type { ParseFilter } from '../filter';
import { Opaques } from './opaque';

export function genericFilter(): ParseFilter {
  let base: { readonly source: SourceText; readonly imbalance: number } | undefined;
  return {
    language: 'generic',
    isWorse(candidate: Candidate) {
      const { base: source } = candidate;
      if (base?.source !== source) base = { source, imbalance: imbalance(render(source)) };
      return imbalance(candidateText(candidate)) > base.imbalance;
    },
    dispose: () => (base = undefined),
  };
}

const closers = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);
const closing = new Set(closers.values());
const quotes = new Set(['"', '`']);

/** How many brackets have no partner, and how many quotes. Those in strings and comments do not count. */
export function imbalance(text: string): number {
  const opaques = new Opaques(text);
  const open: string[] = [];
  let lone = 0;
  for (let at = 0; at < text.length; at++) {
    const opaque = opaques.at(at);
    if (opaque) {
      at = opaque.end - 1;
      continue;
    }
    const character = text[at];
    const closer = closers.get(character);
    if (closer) open.push(closer);
    else if (quotes.has(character)) lone++;
    else if (!closing.has(character)) continue;
    else if (open[open.length - 1] === character) open.pop();
    else lone++;
  }
  return lone + open.length;
}
