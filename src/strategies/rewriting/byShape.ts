/** Moves that look at the shape of a text: brackets, elements in elements, neighbours. */
import { childrenOf, rangeOf } from '../../syntax/elementTree';
import type { Edit } from '../../text/source';
import { isWord } from './lexemes';
import type { Change, SmallText } from './view';

/** Lexemes before a pair that may go with it: `if (x) begin`. */
const longestHead = 8;

/**
 * A pair of brackets or words goes and leaves what is in it: alone; without a grammar also with what stands before, with a lexeme beside,
 * or leaves a number. With one, wrappers have gone before.
 */
export function* unwrap(text: SmallText): Generator<Change> {
  const { lexemes, pairs } = text;
  const openOf = new Map(pairs.map(([open, close]) => [close, open]));
  for (const [open, close] of pairs) {
    const [a, b] = [lexemes[open], lexemes[close]];
    const change = (start: number, from: number, end: number, to: number): Change => {
      const isBare = start === a.start && end === a.end && from === b.start && to === b.end;
      return {
        elements: [],
        edits: [
          { start, end },
          { start: from, end: to },
        ],
        rank: (isBare ? 0 : 2) + (isWord(a.text) ? 0 : 1),
      };
    };
    if (text.language !== undefined) {
      // A line may end behind the bracket only because of it.
      if (close > open + 1) yield change(a.start, lexemes[close - 1].end, lexemes[open + 1].start, b.end);
      continue;
    }
    yield change(a.start, b.start, a.end, b.end);
    if (a.text === '(' && close > open + 2)
      yield { elements: [], edits: [{ start: a.start, end: b.end, insert: '0' }], rank: 1 };
    let head = open;
    for (const at of headsBefore(text, open, openOf)) {
      head = at;
      yield change(lexemes[at].start, b.start, a.end, b.end);
      yield change(lexemes[at].start, b.start, a.start, b.end);
    }
    const { end } = lexemes[close + 1] ?? b;
    const { start } = close - 1 > open ? lexemes[close - 1] : b;
    if (end > b.end) yield* [change(a.start, b.start, a.end, end), change(lexemes[head].start, b.start, a.end, end)];
    if (start < b.start)
      yield* [change(a.start, start, a.end, b.end), change(lexemes[head].start, start, a.end, b.end)];
  }
}

function* headsBefore({ lexemes }: SmallText, open: number, openOf: ReadonlyMap<number, number>): Generator<number> {
  for (let at = open - 1, count = 0; at >= 0 && count < longestHead; at--, count++) {
    if (/^[;{},]$/.test(lexemes[at].text)) return;
    at = openOf.get(at) ?? at;
    yield at;
  }
}

/** A common beginning of two statements has at most so many lexemes. */
const longestJoint = 6;

/** Two statements that begin alike become one: `T a; T b;` becomes `T a, b;`. */
export function* join(text: SmallText): Generator<Change> {
  const { lexemes } = text;
  const isEnd = (at: number) => /^[;{}]$/.test(lexemes[at].text);
  const isLine = (at: number) => at > 0 && text.text.slice(lexemes[at - 1].end, lexemes[at].start).includes('\n');
  const starts = lexemes.flatMap((_, at) => (at === 0 || isEnd(at - 1) || isLine(at) ? [at] : []));
  for (const [index, first] of starts.entries()) {
    for (const second of starts.slice(index + 1)) {
      let same = 0;
      while (
        first + same < second - 1 &&
        lexemes[second + same]?.text === lexemes[first + same].text &&
        same < longestJoint
      )
        same++;
      const end = lexemes[second - 1];
      for (; same > 0; same--) {
        const start = end.text === ';' ? end.start : end.end;
        yield { elements: [], edits: [{ start, end: lexemes[second + same - 1].end, insert: ',' }] };
      }
    }
  }
}

/** Two or three elements beside each other, of any kinds: an attribute with its item. */
export function* adjacent(text: SmallText): Generator<Change> {
  const { tree } = text;
  for (const parent of [0, ...text.elements]) {
    const children = childrenOf(tree, parent);
    for (let at = 0; at + 1 < children.length; at++) {
      for (const count of [2, 3]) {
        const some = children.slice(at, at + count);
        if (some.length < count || (parent === 0 && count === children.length)) continue;
        yield { elements: some, edits: [{ start: tree.start[some[0]], end: tree.end[some.at(-1)!] }] };
      }
    }
  }
}

/** How deep a part may lie in the element whose place it takes. */
const deepestPart = 5;

/** Parts of one element: the smallest, and some of the largest. */
const mostSmall = 8;
const mostLarge = 6;

/** An element becomes a part of itself, also as a statement; names that only the rest defined become a value or a type. */
export function* hoist(text: SmallText): Generator<Change> {
  const returns = text.language !== undefined || /\breturn\b/.test(text.text);
  for (const element of text.elements) {
    if (text.tree.weight[element] < 2) continue;
    const whole = text.textOf(element);
    for (const part of partsOf(text, element)) {
      const inner = text.textOf(part);
      const put = (insert: string): Change => ({ elements: [], edits: [text.replaced(element, insert)] });
      yield put(inner);
      for (const filled of withoutLost(text, element, part)) yield put(filled);
      if (!whole.endsWith(';') || /[;}]$/.test(inner)) continue;
      yield put(`${inner};`);
      if (returns) yield put(`return ${inner};`);
    }
  }
}

function partsOf(text: SmallText, element: number): number[] {
  const { tree } = text;
  const parts = new Map<string, number>();
  const visit = (around: number, depth: number) => {
    for (const child of childrenOf(tree, around)) {
      const own = tree.text.slice(tree.start[child], tree.end[child]);
      if (tree.weight[child] < tree.weight[element] && !parts.has(own) && !text.isKeyword(child)) parts.set(own, child);
      if (depth < deepestPart) visit(child, depth + 1);
    }
  };
  visit(element, 0);
  const all = [...parts.values()].sort((a, b) => tree.weight[a] - tree.weight[b] || a - b);
  return all.length > mostSmall + mostLarge ? [...all.slice(0, mostSmall), ...all.slice(-mostLarge)] : all;
}

/** Values and types for names, by language. */
const stand: Readonly<Record<string, readonly string[]>> = { rust: ['u8'], c: ['int', '0'], cpp: ['int', '0'] };

/** Names that are lost, at most. */
const mostLost = 2;

/** A part whose names stand in the rest of the element too: they become values. */
function withoutLost(text: SmallText, element: number, part: number): string[] {
  const [outer, inner] = [rangeOf(text.tree, element), rangeOf(text.tree, part)];
  if (inner.end - inner.start <= 12) return [];
  const isIn = (range: typeof inner, other: typeof inner) => range.start >= other.start && range.end <= other.end;
  const lost = [...text.names].filter(
    ([, uses]) => uses.some((use) => isIn(use, inner)) && uses.some((use) => isIn(use, outer) && !isIn(use, inner)),
  );
  if (lost.length === 0 || lost.length > mostLost) return [];
  const uses = lost.flatMap(([, all]) => all.filter((use) => isIn(use, inner)));
  uses.sort((a, b) => b.start - a.start);
  const fill = (value: string) =>
    uses.reduce(
      (all, { start, end }) => all.slice(0, start - inner.start) + value + all.slice(end - inner.start),
      text.textOf(part),
    );
  return (stand[text.language ?? ''] ?? ['0']).map(fill);
}

/** Nests this deep become one. */
const deepestShell = 3;

/** A nest of brackets becomes the same part in a shorter nest of another kind: `{"": [x]}` becomes `[x]`. */
export function* shell(text: SmallText): Generator<Change> {
  const { lexemes, pairs } = text;
  for (const outer of pairs) {
    let depth = 0;
    for (const inner of pairs) {
      if (inner[0] <= outer[0] || inner[1] >= outer[1]) continue;
      if (++depth > deepestShell) break;
      const between = (start: number, end: number, insert: string): Edit => ({ start, end, insert });
      for (const [open, close] of ['[]', '()', '{}'])
        yield {
          elements: [],
          edits: [
            between(lexemes[outer[0]].start, lexemes[inner[0]].start, open),
            between(lexemes[inner[1]].end, lexemes[outer[1]].end, close),
          ],
        };
    }
  }
}

const nothing: Readonly<Record<string, string>> = { python: 'None', rust: '()', json: 'null', sql: 'NULL' };

/** A class whose members are public is a struct. */
export function* structs({ language, text }: SmallText): Generator<Change> {
  if (language !== 'cpp') return;
  for (const { index, 0: whole, 1: access } of text.matchAll(/\bclass\b(?:(?!\bclass\b)[^;{}()])*\{(\s*public\s*:)/g)) {
    const end = index + whole.length;
    const edits = [
      { start: index, end: index + 'class'.length, insert: 'struct' },
      { start: end - access.length, end },
    ];
    yield { elements: [], edits };
  }
}

const isComparison = /^[^;{}]+(?:[=!]=|&&|\|\||\s[<>]=?\s|\bis\b)[^;{}]+$/;

/** Three quotes at each end, of Python; an address with an arrow; a sum of numbers. */
const longer: readonly (readonly [RegExp, (...groups: string[]) => string])[] = [
  [/^(\w*)(["'])\2\2([^\n\\"']*)\2\2\2$/, (_, prefix, sign, content) => prefix + sign + content + sign],
  [/^\(\s*&\s*(\w+)\s*\)\s*->/, (_, name) => `${name}.`],
  [/^(\d+)\s*([-+*])\s*(\d+)$/, (_, a, sign, b) => String(sign === '*' ? +a * +b : +a + (sign === '-' ? -b : +b))],
];

/** An element is written in a shorter way. */
export function* shorten(text: SmallText): Generator<Change> {
  for (const element of text.elements)
    for (const [form, written] of longer)
      if (form.test(text.textOf(element)))
        yield { elements: [], edits: [text.replaced(element, text.textOf(element).replace(form, written))] };
}

/** An element becomes a value. */
export function* value(text: SmallText): Generator<Change> {
  const { language = '' } = text;
  const types = language === 'rust' ? ['u8'] : [];
  const values = ['0', '""', nothing[language] ?? 'null', '{}', '[]', '()', '_', 'x', ...types];
  for (const element of text.elements) {
    if (text.tree.weight[element] < 2) continue;
    const own = text.textOf(element);
    const others = /^[({[]/.test(own) ? [';'] : isComparison.test(own) ? [language === 'python' ? 'True' : 'true'] : [];
    for (const insert of others) yield { elements: [], edits: [text.replaced(element, insert)], rank: -1 };
    for (const insert of values) yield { elements: [], edits: [text.replaced(element, insert)] };
  }
}

/** The last item of a list on lines, without the sign that ends it; a line with the blank lines before it, which joins two paragraphs. */
const plainLines = [/,\s*[^\n,]*?(?=[.;]?[ \t]*(?:\n|$))/g, /\n(?:[ \t]*\n)+[^\n]+/g];

/** Any element alone, with and without its separator. */
export function* drop(text: SmallText): Generator<Change> {
  for (const form of text.language === undefined ? plainLines : [])
    for (const { index, 0: found } of text.text.matchAll(form))
      yield { elements: [], edits: [{ start: index, end: index + found.length, insert: '' }], rank: -1 };
  for (const element of text.elements) {
    yield { elements: [element], edits: [] };
    yield { elements: [], edits: [rangeOf(text.tree, element)] };
  }
}
