/** The tokens of a text of unknown language, as tables with a row per token; pairs.ts finds their groups. */
import { closerOf, closers, isLineEnd, Opaques, type Opaque } from './opaque';

export type Kind =
  | 'word'
  | 'number'
  | 'punctuation'
  | 'separator'
  | 'string'
  | 'comment'
  | 'open'
  | 'close'
  /** `<name` of a start tag, its `>` or `/>`, and an end tag. */
  | 'tag'
  | 'tagClose'
  | 'endTag';

/** Gap before a token: nothing, blanks, a line end, or at least one blank line. */
export const gaps = { none: 0, blank: 1, lineEnd: 2, blankLine: 3 } as const;

/**
 * A group starts at a token: a bracket, a tag, a quote. It ends before token `next`. Its contents are the tokens after the first and
 * before `contentsEnd`. A token alone is a group without contents.
 */
export class Tokens {
  readonly start: number[] = [];
  readonly end: number[] = [];
  readonly kind: Kind[] = [];
  readonly gap: number[] = [];
  readonly contentsEnd: number[] = [];
  readonly next: number[] = [];
  /** For the first token of a tag, the token that ends its head: `>`. */
  readonly headEnd = new Map<number, number>();

  constructor(readonly text: string) {}

  get count(): number {
    return this.start.length;
  }

  add(kind: Kind, start: number, end: number, gap: number): number {
    this.end.push(end);
    this.kind.push(kind);
    this.gap.push(gap);
    this.contentsEnd.push(this.count + 1);
    this.next.push(this.count + 1);
    return this.start.push(start) - 1;
  }

  group(first: number, contentsEnd: number, next: number): void {
    this.contentsEnd[first] = contentsEnd;
    this.next[first] = next;
  }

  textOf(token: number): string {
    return this.text.slice(this.start[token], this.end[token]);
  }
}

/** Longer strings and comments have elements of their own, UTF-16 units. */
const longString = 16;

/** A number, a word, a ruler, an operator of several signs, any other character. */
const piece =
  /(\d\w*(?:\.\d\w*)*)|([\p{ID_Continue}$\u200c\u200d\ud800-\udfff]+)|(?:([-=*~#_+.<>!/])\3{3,}|<?->|<-|[=!]==?|[<>]=|=>|&&|\|\||::|:=|\+\+|--|\*\*|<<|>>|\.\.\.?|\/\/|[-+*/%&|^]=|[^])/uy;
const tag = /<[A-Za-z_!?](?:[^<>"']|"[^"<]*"|'[^'<]*')*>/y;
const tagName = /<[!?]?[\w:.-]*/y;
const endTag = /<\/[\w:.-]+\s*>/y;
const space = /\s*/y;

export function tokensOf(text: string): Tokens {
  return new Reader(text).read();
}

class Reader {
  private readonly tokens: Tokens;
  private readonly opaques: Opaques;
  private at = 0;
  private gap: number = gaps.lineEnd;
  /** End of the head of the current start tag, and its first token; -1 outside a head. */
  private tagEnd = -1;
  private tagToken = -1;

  constructor(private readonly text: string) {
    this.tokens = new Tokens(text);
    this.opaques = new Opaques(text);
  }

  read(): Tokens {
    for (this.skipSpace(); this.at < this.text.length; this.skipSpace()) {
      if (this.at === this.tagEnd) {
        this.tokens.headEnd.set(this.tagToken, this.add('tagClose', this.text.indexOf('>', this.at) + 1));
        continue;
      }
      const opaque = this.opaques.at(this.at);
      if (opaque) this.readOpaque(opaque);
      else if (this.text[this.at] !== '<' || !this.readTag()) this.readPiece(this.text.length, false);
    }
    return this.tokens;
  }

  private skipSpace(): void {
    space.lastIndex = this.at;
    const [gap] = space.exec(this.text)!;
    if (gap === '') return;
    this.at += gap.length;
    const lines = gap.match(/\n|\r(?!\n)/g)?.length ?? 0;
    if (lines > 0) this.gap = lines > 1 ? gaps.blankLine : gaps.lineEnd;
    else if (this.gap < gaps.blank) this.gap = gaps.blank;
  }

  private add(kind: Kind, end: number): number {
    const token = this.tokens.add(kind, this.at, end, this.gap);
    this.at = end;
    this.gap = gaps.none;
    return token;
  }

  /** Reads one word or sign; inside a string or comment, brackets are ordinary signs. */
  private readPiece(limit: number, plain: boolean): void {
    piece.lastIndex = this.at;
    const [{ length }, number, word] = piece.exec(this.text)!;
    const end = Math.min(this.at + length, limit);
    this.add(number ? 'number' : word ? 'word' : signKind(this.text, this.at, end, plain), end);
  }

  /** A long one becomes a group of its words. */
  private readOpaque({ type, from, to, end }: Opaque): void {
    if (end - this.at <= longString) {
      this.add(type, end);
      return;
    }
    const first = this.add(type, from);
    for (this.skipSpace(); this.at < to; this.skipSpace()) this.readPiece(to, true);
    const contentsEnd = this.tokens.count;
    this.at = to;
    if (end > to) this.add('punctuation', end);
    this.tokens.group(first, contentsEnd, this.tokens.count);
  }

  private readTag(): boolean {
    endTag.lastIndex = tag.lastIndex = tagName.lastIndex = this.at;
    const close = endTag.exec(this.text);
    if (close) this.add('endTag', this.at + close[0].length);
    if (close) return true;
    const open = tag.exec(this.text);
    if (!open) return false;
    this.tagEnd = this.at + open[0].length - (/[/?]>$/.test(open[0]) ? 2 : 1);
    this.tagToken = this.add('tag', Math.min(this.tagEnd, this.at + tagName.exec(this.text)![0].length));
    return true;
  }
}

function signKind(text: string, start: number, end: number, plain: boolean): Kind {
  const sign = text[start];
  if (end - start > 1) return 'punctuation';
  if (sign === ',' || sign === ';' || sign === '|') return 'separator';
  if (plain) return 'punctuation';
  if (closerOf[sign]) return 'open';
  return closers.has(sign) ? 'close' : 'punctuation';
}

/** Distance of the token from the start of its line, UTF-16 units. */
export function indentation({ text, start }: Tokens, token: number): number {
  let at = start[token];
  while (at > 0 && !isLineEnd(text[at - 1])) at--;
  return start[token] - at;
}
