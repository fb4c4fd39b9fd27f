/**
 * Quoted strings and comments in a file of unknown language: forms that are common to most languages. Brackets inside them do not
 * count. The text is scanned once from left to right, in linear time for any text. The filter for such files refuses a candidate with
 * more unbalanced brackets or open quotes than its base.
 */
import { type Candidate, type SourceText, candidateText, render } from '../../text/source';
import { recordEnd, recordStart } from '../../text/records/record';
import { brackets } from '../../text/tokens';
import type { ParseFilter } from '../filter';

export interface Opaque {
  readonly type: 'string' | 'comment';
  /** Start and end of its contents, without the quotes. */
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

/** Pairs that may span several lines. */
const wide: readonly (readonly [open: string, close: string, type: Opaque['type']])[] = [
  ['"""', '"""', 'string'],
  ["'''", "'''", 'string'],
  ['```', '```', 'string'],
  ['/*', '*/', 'comment'],
  ['<!--', '-->', 'comment'],
];

const mayStart = new Set(['"', "'", '`', '/', '<', '#', '-', ';', '%', '!']);
const wordEnd = /[\p{ID_Continue}$]/u;
/** The sign at the start of a line, and the rest of the line. */
const lineComment =
  /(?<=(?<![^\n\r])[ \t]*|\ufeff)(\/\/+|#+(?=[ \t!]|$)|--+(?=[ \t]|$)|;+|[%!]+(?=[ \t]|$))([^\n\r]*)/my;
/** After other text and a blank; the rest of the line is not long. */
const remark = /(?<=[^\n\r \t][ \t]+)(\/\/+|#+(?=[ \t])|--+(?=[ \t]))([^\n\r]{0,200})(?![^\n\r])/y;

/** Finds the string or comment that starts at an offset. Calls must be in order of rising offset. */
export class Opaques {
  /** Signs that do not occur in the rest of the text. */
  private readonly gone = new Set<string>();
  /** For each kind of quote, the end of the line that has no other one. */
  private readonly unclosed = new Map<string, number>();

  constructor(private readonly text: string) {}

  at(offset: number): Opaque | undefined {
    const character = this.text[offset];
    if (!mayStart.has(character)) return undefined;
    for (const pair of wide) {
      if (character !== pair[0][0] || !this.text.startsWith(pair[0], offset)) continue;
      const found = this.wideAt(offset, pair);
      if (found) return found;
    }
    if (character === '"' || character === "'" || character === '`') return this.quotedAt(offset, character);
    return this.commentAt(offset);
  }

  private wideAt(offset: number, [open, close, type]: (typeof wide)[number]): Opaque | undefined {
    if (this.gone.has(close)) return undefined;
    const from = offset + open.length;
    const to = this.text.indexOf(close, from);
    if (to >= 0) return { type, from, to, end: to + close.length };
    this.gone.add(close);
    return undefined;
  }

  /** A string on one line. A quote inside it is doubled or has a backslash before it; an apostrophe in a word opens no string. */
  private quotedAt(offset: number, quote: string): Opaque | undefined {
    const { text } = this;
    if (offset < (this.unclosed.get(quote) ?? 0)) return undefined;
    if (quote === "'" && wordEnd.test(text[offset - 1] ?? '')) return undefined;
    let at = offset + 1;
    for (; at < text.length && !isLineEnd(text[at]); at++) {
      if (text[at] === '\\') at++;
      else if (text[at] === quote && text[at + 1] === quote && at > offset + 1) at++;
      else if (text[at] === quote) return { type: 'string', from: offset + 1, to: at, end: at + 1 };
    }
    this.unclosed.set(quote, at);
    return undefined;
  }

  /** If a comment after other text would hide a closing bracket, the sign is no comment sign. */
  private commentAt(offset: number): Opaque | undefined {
    lineComment.lastIndex = remark.lastIndex = offset;
    const first = lineComment.exec(this.text);
    const [, sign, rest] = first ?? remark.exec(this.text) ?? [];
    if (sign === undefined || (!first && closesMore(rest))) return undefined;
    const from = offset + sign.length;
    const end = from + rest.trimEnd().length;
    return { type: 'comment', from, to: end, end };
  }
}

/** Does it close more brackets than it opens, at any place? */
function closesMore(text: string): boolean {
  let open = 0;
  for (const character of text) {
    if ('([{'.includes(character)) open++;
    else if (')]}'.includes(character) && --open < 0) return true;
  }
  return false;
}

export function isLineEnd(character: string): boolean {
  return character === '\n' || character === '\r';
}

/** The filter for text without a grammar: it refuses a candidate with more unbalanced brackets or open quotes than its base. */
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

const quotes = new Set(['"', '`']);

/** A bracket, or what may start something opaque. */
const sign = /[()[\]{}\ue000\ue001"'`/<#;%!-]/g;

/** Number of brackets without a partner, paired as in the tree, plus number of open quotes. Strings and comments are skipped. */
export function imbalance(text: string): number {
  const opaques = new Opaques(text);
  const open = new OpenItems<number>();
  let lone = 0;
  const nextSign = (from: number) => {
    sign.lastIndex = from;
    return sign.test(text) ? sign.lastIndex - 1 : text.length;
  };
  for (let at = nextSign(0); at < text.length; at = nextSign(at + 1)) {
    const opaque = opaques.at(at);
    const before = open.items.length;
    if (opaque) at = opaque.end - 1;
    else if (closerOf[text[at]]) open.push(at, closerOf[text[at]]);
    else if (closers.has(text[at])) lone += open.close(text[at]) === undefined ? 1 : before - open.items.length - 1;
    else if (quotes.has(text[at])) lone++;
  }
  return lone + open.items.length;
}

/** Those of records are private to this program. */
export const closerOf: Readonly<Record<string, string>> = { ...brackets, [recordStart]: recordEnd };

export const closers: ReadonlySet<string> = new Set(Object.values(closerOf));

/** Items that wait for a closer, or for none, such as open brackets. */
export class OpenItems<T> {
  readonly items: T[] = [];
  /** Of each item. */
  readonly closers: (string | undefined)[] = [];
  private readonly waiting = new Map<string | undefined, number>();

  push(item: T, closer: string | undefined): void {
    this.items.push(item);
    this.closers.push(closer);
    this.waiting.set(closer, (this.waiting.get(closer) ?? 0) + 1);
  }

  pop(): T {
    const closer = this.closers.pop();
    this.waiting.set(closer, this.waiting.get(closer)! - 1);
    return this.items.pop()!;
  }

  /** Takes the nearest item that waits for this closer, with all items after it; undefined if none does. */
  close(closer: string): T | undefined {
    if (!this.waiting.get(closer)) return undefined;
    while (this.closers.at(-1) !== closer) this.pop();
    return this.pop();
  }
}
