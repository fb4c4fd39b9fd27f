/** The filter for text without a grammar: it refuses a candidate with more unbalanced brackets or open quotes than its base. */
import { candidateText, render, type SourceText, type Candidate } from '../../text/source';
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

/** Number of brackets without a partner, paired as in the tree, plus number of open quotes. Strings and comments are skipped. */
export function imbalance(text: string): number {
  const opaques = new Opaques(text);
  const open = new Openers();
  let lone = 0;
  for (let at = 0; at < text.length; at++) {
    const opaque = opaques.at(at);
    const closer = closers.get(text[at]);
    if (opaque) at = opaque.end - 1;
    else if (closer) open.push(closer);
    else if (closing.has(text[at])) lone += open.close(text[at]);
    else if (quotes.has(text[at])) lone++;
  }
  return lone + open.count;
}

/** The open brackets, by their closing bracket. */
class Openers {
  private readonly stack: string[] = [];
  private readonly waiting = new Map<string, number>();

  get count(): number {
    return this.stack.length;
  }

  push(closer: string): void {
    this.stack.push(closer);
    this.waiting.set(closer, (this.waiting.get(closer) ?? 0) + 1);
  }

  /** Closes the nearest opener of this kind. Returns the number of brackets that cannot have a partner any more. */
  close(closer: string): number {
    if (!this.waiting.get(closer)) return 1;
    for (let lone = 0; ; lone++) {
      const top = this.stack.pop()!;
      this.waiting.set(top, this.waiting.get(top)! - 1);
      if (top === closer) return lone;
    }
  }
}
