/** Finds pairs: brackets, start and end tags, and on one line words like `begin` and `end`. */
import { closerOf, OpenItems } from './opaque';
import { gaps, type Tokens } from './tokens';

/** The opening words of each closing word. */
const openersOf: Readonly<Record<string, readonly string[]>> = {
  end: ['begin', 'case', 'if', 'do'],
  fi: ['if'],
  done: ['do'],
  esac: ['case'],
};
const longestWord = 5;
const openingWords = new Set(Object.values(openersOf).flat());

/** Makes groups of pairs; a token without a partner stays a token. Groups nest; a closer closes the nearest opener of its kind. */
export function pairUp(tokens: Tokens): void {
  new Pairing(tokens).run();
}

class Pairing {
  /** Tokens; the closer is a bracket, the name of a tag, nothing for a word. */
  private readonly open = new OpenItems<number>();
  /** Position of the last open start tag. */
  private tagAt = -1;
  private lineStart = 0;

  constructor(private readonly tokens: Tokens) {}

  run(): void {
    for (let token = 0; token < this.tokens.count; token++) {
      if (this.tokens.gap[token] >= gaps.lineEnd) this.lineStart = token;
      const { next } = this.tokens;
      if (next[token] > token + 1) token = next[token] - 1;
      else this.visit(token);
    }
  }

  private visit(token: number): void {
    const { tokens } = this;
    switch (tokens.kind[token]) {
      case 'open':
        return this.open.push(token, closerOf[tokens.textOf(token)]);
      case 'tag':
        this.tagAt = this.open.items.length;
        return this.open.push(token, tokens.textOf(token).slice(1));
      case 'close':
        return this.close(token, tokens.textOf(token));
      case 'endTag':
        return this.close(token, tokens.textOf(token).slice(2, -1).trim());
      case 'tagClose':
        return this.closeHead(token);
      case 'word':
        return this.visitWord(token);
    }
  }

  private close(token: number, closer: string): void {
    const first = this.open.close(closer);
    if (first !== undefined) this.tokens.group(first, token, token + 1);
  }

  /** The head of a tag is a group, unless a bracket reaches out of it. Anything open inside it stays unclosed. */
  private closeHead(token: number): void {
    const { headEnd } = this.tokens;
    const first = this.open.items[this.tagAt];
    if (this.tagAt >= this.open.items.length || headEnd.get(first) !== token) return;
    while (this.open.items.length > this.tagAt + 1) this.open.pop();
    this.tokens.group(first, token, token + 1);
    if (this.tokens.text[this.tokens.start[token]] !== '>') this.open.pop();
  }

  private visitWord(token: number): void {
    const { tokens } = this;
    if (tokens.end[token] - tokens.start[token] > longestWord) return;
    const word = tokens.textOf(token).toLowerCase();
    if (openingWords.has(word)) this.open.push(token, undefined);
    // In awk, `END {` begins something.
    else if (Object.hasOwn(openersOf, word) && tokens.text[tokens.start[token + 1]] !== '{')
      this.closeWord(token, openersOf[word]);
  }

  private closeWord(token: number, openers: readonly string[]): void {
    const { items, closers } = this.open;
    while (items.length > 0 && closers.at(-1) === undefined && items.at(-1)! >= this.lineStart) {
      const first = this.open.pop();
      if (!openers.includes(this.tokens.textOf(first).toLowerCase())) continue;
      this.tokens.group(first, token, token + 1);
      return;
    }
  }
}
