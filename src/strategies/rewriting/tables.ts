/** Tables: lists whose items belong together by their places or by what names them. What goes from one of them goes from the others. */
import { groupBy } from '../../syntax/elementTree';
import type { Range } from '../../text/ranges';
import { rowsOf, type Lexeme, type List } from './lexemes';
import { isIn } from './signatures';
import type { Change, SmallText } from './view';

/** What a test gives and what it expects of it: entries with one key, values at one place. The most first. */
export function* counterparts(text: SmallText): Generator<Change> {
  const cuts = [...sameWords(text), ...unusedColumns(text)].map((edits) => ({ elements: [], edits }));
  for (const change of [...cuts, ...columns(text, true)]) yield { ...change, rank: -text.gainOf(change) };
}

/** Lists of values: a call in a test keeps its arguments. */
function valuesIn({ text, lists }: SmallText): List[] {
  return lists.filter(
    ({ head, bracket, whole }) =>
      (head === undefined || !bracket.endsWith('(')) && !/\bimport\b[^;\n]*$/.test(text.slice(0, whole.start)),
  );
}

const key = /^(?:(["'])([^"'\n]+)\1|([\w$-]+))\s*(?::(?!:)|=(?!=))/;
const isString = (text: string) => /^["']./.test(text);

/** What stands in a list, with what names it: its key, and strings in it. */
interface Entry {
  readonly cut: Range;
  readonly key: string | undefined;
  readonly words: readonly string[];
}

function entriesIn(small: SmallText): Entry[] {
  const { text, lexemes } = small;
  const lists = valuesIn(small);
  const strings = lexemes.filter((one) => isString(one.text));
  // Lists in lists come later.
  const innermost = new Map<Lexeme, Range>();
  for (const { items } of lists)
    for (const item of items) for (const one of strings) if (isIn(one, item)) innermost.set(one, item);
  const within = groupBy(innermost.keys(), (one) => innermost.get(one)!);
  return lists.flatMap((list) =>
    list.items.map((item) => {
      const [, , quoted, plain] = key.exec(text.slice(item.start, item.end)) ?? [];
      const words = (within.get(item) ?? []).map((one) => one.text.slice(1, -1));
      return { cut: item.cut, key: quoted ?? plain, words: plain === undefined ? words : [plain, ...words] };
    }),
  );
}

/** Entries with a key in common; and all that share a word with one of them, as they give it another name. */
function* sameWords(text: SmallText): Generator<Range[]> {
  const entries = entriesIn(text);
  const byWord = groupBy(
    entries.flatMap((entry) => entry.words.map((word) => ({ word, entry }))),
    ({ word }) => word,
  );
  for (const [name, some] of groupBy(entries, (entry) => entry.key ?? '')) {
    if (name === '') continue;
    if (some.length > 1) yield some.map(({ cut }) => cut);
    const linked = new Set(some);
    for (const one of linked)
      for (const word of one.words) for (const { entry } of byWord.get(word)!) linked.add(entry);
    if (linked.size > some.length) yield Array.from(linked, ({ cut }) => cut);
  }
}

/** Lists of one length that follow each other, at most. */
const mostFollowing = 3;

/**
 * Halves, quarters, single places of all lists of one length, or of two of them: a column with its values, a parameter with its arguments;
 * and the uses of its name.
 */
export function* columns(text: SmallText, isOfTest = false): Generator<Change> {
  const tables = isOfTest ? [valuesIn(text)] : [text.lists, ...text.tables];
  const groups = tables.flatMap((some) => [...groupBy(some, ({ items }) => items.length)]);
  for (const [length, lists] of groups) {
    if (length < 2 || lists.length < 2) continue;
    const pairs = lists.flatMap((one, at) => lists.slice(at + 1, at + 1 + mostFollowing).map((other) => [one, other]));
    const parts = lists.length === 2 ? [] : [lists.slice(1), lists.slice(0, -1), ...(isOfTest ? pairs : [])];
    for (const some of [lists, ...parts])
      for (let size = length >> 1; size > 0; size >>= 1)
        for (let from = 0; from + size <= length; from += size) yield* columnsAt(text, some, from, from + size);
  }
}

function* columnsAt(text: SmallText, lists: readonly List[], from: number, to: number): Generator<Change> {
  const edits = lists.map((list) => cutOf(list, from, to));
  yield { elements: [], edits };
  const name = text.lexemes.find((one) => isIn(one, lists[0].items[from]) && text.names.has(one.text));
  const isCut = (use: Lexeme) => edits.some((cut) => isIn(use, cut));
  const uses = name && to - from === 1 ? text.names.get(name.text)!.filter((use) => !isCut(use)) : [];
  const elements = uses.flatMap((use) => text.around(use).slice(0, 1));
  if (elements.length > 0) yield { elements, edits };
}

function cutOf({ items }: List, from: number, to: number): Range {
  const isLast = to === items.length && from > 0;
  return { start: isLast ? items[from - 1].end : items[from].start, end: items[to - 1].cut.end };
}

const isWord = /^\w+$/;
const isNames = /^(["'])\w+(?:\s*,\s*\w+)+\1$/;

/**
 * A parameter that its test does not use, with the values in each row before it, and its name among those of the columns:
 * `@parametrize("a, b", [(1, 2)])`, `test.each([[1, 2]])('…', (a, b) => …)`.
 */
function* unusedColumns(text: SmallText): Generator<Range[]> {
  const { tree, lists, names, lexemes } = text;
  const nameOf = ({ start, end }: Range) => text.text.slice(start, end).replace(/^["'\s]+|["'\s]+$/g, '');
  const namesColumns = ({ items }: List) =>
    items.length > 1 && items.every((item) => isString(text.text.slice(item.start)) && isWord.test(nameOf(item)));
  for (const parameters of lists) {
    const unused = parameters.items.filter((item) => names.get(nameOf(item))?.length === 1);
    for (const element of unused.length > 0 ? text.around(parameters.whole) : []) {
      const region = { start: tree.start[element], end: parameters.whole.start };
      const before = lists.filter(({ whole }) => isIn(whole, region));
      const string = lexemes.find((one) => isIn(one, region) && isNames.test(one.text));
      const [head] = string
        ? rowsOf(text.text, ',', { start: string.start + 1, end: string.end - 1 })
        : [before.find(namesColumns) ?? parameters];
      const rows = before
        .filter((list) => list !== head)
        .map(({ items }) => items.filter((item) => !key.test(text.text.slice(item.start, item.end))))
        .filter(({ length }) => length > 1 && length === head.items.length);
      if (rows.length === 0) continue;
      for (const item of unused) {
        const at = head.items.findIndex((one) => nameOf(one) === nameOf(item));
        if (at >= 0) yield [...new Set([item.cut, head.items[at].cut, ...rows.map((row) => row[at].cut)])];
      }
      break;
    }
  }
}
