/** The lexemes of a text, with what belongs together: brackets, words like `begin` and `end`, lists behind names. No grammar is needed. */
import type { Range } from '../../text/ranges';
import { brackets } from '../../text/tokens';

export interface Lexeme extends Range {
  readonly text: string;
}

/** An open and its close, indices of lexemes. */
export type Pair = readonly [open: number, close: number];

/** What stands in brackets, between commas. */
export interface List {
  /** With the brackets, and with `::` before them. */
  readonly whole: Range;
  /** The brackets; twice for the second list in such brackets behind a name. */
  readonly bracket: string;
  /** The word before the brackets, or before the lists before them. */
  readonly head?: Lexeme;
  readonly items: readonly Item[];
}

interface Item extends Range {
  /** With the comma that goes with it. */
  readonly cut: Range;
}

const lexeme = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|\S/gu;

export const isWord = (text: string) => /^[\p{L}_$]/u.test(text);

const isCloser = (text: string) => /^[)\]}]$/.test(text);

/** What closes a word that opens, in languages without a grammar here. */
const closingWords: Readonly<Record<string, RegExp>> = {
  begin: /^end$/i,
  then: /^(?:fi|end|endif)$/i,
  do: /^(?:done|end|enddo)$/i,
  case: /^(?:esac|endcase|end)$/i,
  if: /^(?:endif|end|fi)$/i,
  module: /^endmodule$/i,
  function: /^(?:endfunction|end)$/i,
  subroutine: /^end$/i,
  program: /^end$/i,
  fork: /^join$/i,
  generate: /^endgenerate$/i,
};

export function lexemesOf(text: string, scope: Range = { start: 0, end: text.length }): Lexeme[] {
  return Array.from(text.slice(scope.start, scope.end).matchAll(lexeme), ({ index, 0: found }) => {
    const start = scope.start + index;
    return { start, end: start + found.length, text: found };
  });
}

/** `withWords`: also words. A close without an open, or the reverse, has no pair. */
export function pairsOf(lexemes: readonly Lexeme[], withWords: boolean): Pair[] {
  const pairs: Pair[] = [];
  const open: { readonly at: number; readonly closes: (text: string) => boolean }[] = [];
  lexemes.forEach(({ text }, at) => {
    if (text in brackets) return open.push({ at, closes: (one) => one === brackets[text] });
    if (isCloser(text)) {
      const opener = open.findLastIndex(({ closes }) => closes(text));
      if (opener >= 0) pairs.push([open[opener].at, at]);
      if (opener >= 0) open.length = opener;
    } else if (withWords) {
      const word = text.toLowerCase();
      if (open.at(-1)?.closes(word)) pairs.push([open.pop()!.at, at]);
      else if (Object.hasOwn(closingWords, word)) open.push({ at, closes: (one) => closingWords[word].test(one) });
    }
    return undefined;
  });
  return pairs.sort(([a], [b]) => a - b);
}

/** Brackets without a partner. */
export function unbalanced(text: string): number {
  const open: string[] = [];
  let lonely = 0;
  for (const [found] of text.matchAll(lexeme)) {
    if (found in brackets) open.push(brackets[found]);
    else if (isCloser(found) && open.pop() !== found) lonely++;
  }
  return lonely + open.length;
}

/** The lists in brackets, and those in `<…>` after a name. Braces follow a name at once, others may follow lists: `f<T>(x)(y)`. */
export function listsOf(lexemes: readonly Lexeme[], pairs: readonly Pair[]): List[] {
  const closeOf = new Map(pairs);
  const lists = new Map<number, List>();
  return [...pairs, ...anglesIn(lexemes)]
    .sort(([a], [b]) => a - b)
    .map((pair) => {
      const [open, close] = pair;
      const isPath = lexemes[open - 1]?.text === ':' && lexemes[open - 2]?.text === ':';
      const first = isPath ? open - 2 : open;
      const word = isWord(lexemes[first - 1]?.text ?? '') ? lexemes[first - 1] : undefined;
      const before = lexemes[open].text === '{' ? undefined : lists.get(first - 1);
      const list: List = {
        whole: { start: lexemes[first].start, end: lexemes[close].end },
        bracket: (word ? '' : (before?.bracket ?? '')) + lexemes[open].text,
        head: word ?? before?.head,
        items: itemsIn(lexemes, pair, closeOf),
      };
      lists.set(close, list);
      return list;
    });
}

/** A type argument list is short. */
const longestAngle = 40;

function anglesIn(lexemes: readonly Lexeme[]): Pair[] {
  const found: Pair[] = [];
  lexemes.forEach(({ text }, open) => {
    const before = lexemes[open - 1]?.text ?? '';
    if (text !== '<' || !(isWord(before) || before === ':')) return;
    let depth = 0;
    for (let at = open; at < lexemes.length && at < open + longestAngle; at++) {
      const one = lexemes[at].text;
      if (/^[;{]$/.test(one)) return;
      if (one === '<') depth++;
      else if (one === '>' && --depth === 0) return void found.push([open, at]);
    }
  });
  return found;
}

function itemsIn(lexemes: readonly Lexeme[], [open, close]: Pair, closeOf: ReadonlyMap<number, number>): Item[] {
  const ranges: { readonly first: number; readonly last: number }[] = [];
  let first = open + 1;
  let depth = 0;
  for (let at = first; at <= close; at++) {
    const { text } = lexemes[at];
    const inner = closeOf.get(at);
    if (inner !== undefined && inner < close) {
      at = inner;
      continue;
    }
    if (text === '<') depth++;
    else if (text === '>' && at < close) depth = Math.max(0, depth - 1);
    if (at !== close && (text !== ',' || depth > 0)) continue;
    if (at > first) ranges.push({ first, last: at - 1 });
    first = at + 1;
  }
  return ranges.map((range, index) => {
    const [start, end] = [lexemes[range.first].start, lexemes[range.last].end];
    const next = ranges[index + 1];
    const before = ranges[index - 1];
    const cut = next
      ? { start, end: lexemes[next.first].start }
      : { start: before ? lexemes[before.last].end : start, end };
    return { start, end, cut };
  });
}

/** The lines with this sign in them, as the rows of a table: cells may be empty. */
export function rowsOf(text: string, sign: string, scope: Range): List[] {
  const lines = Array.from(text.slice(scope.start, scope.end).matchAll(/[^\n]+/g)).filter(([line]) =>
    line.includes(sign),
  );
  return lines.map(({ index, 0: line }) => {
    const start = scope.start + index;
    let at = start;
    const cells = line.split(sign).map((cell) => ({ start: at, end: (at += cell.length + 1) - 1 }));
    const items = cells.map((cell, place) => ({
      ...cell,
      cut:
        place < cells.length - 1 ? { start: cell.start, end: cell.end + 1 } : { start: cell.start - 1, end: cell.end },
    }));
    return { whole: { start, end: start + line.length }, bracket: sign, items };
  });
}
