/**
 * The way to something goes: a call becomes what its function does, the body with arguments in place of parameters; a scope leaves what is
 * in it; what has one member becomes that.
 */
import { groupBy, rangeOf } from '../../syntax/elementTree';
import type { Range } from '../../text/ranges';
import type { Edit } from '../../text/source';
import { isWord, lexemesOf, type Lexeme, type List } from './lexemes';
import type { Change, SmallText } from './view';

/** What a function does: statements, then a value. */
interface Body {
  readonly statements: string;
  readonly value: string;
}

/** All uses at once; a parameter's name is the first or the last word of it. None if the element is no function, or a use no call. */
export function* inlinedCalls(text: SmallText, element: number, name: Lexeme, uses: readonly Lexeme[]) {
  const end = text.tree.end[element];
  const isInside = (list: List) => list.whole.start >= name.end && list.whole.end < end && list.bracket.endsWith('(');
  const parameters = text.text.slice(name.end, end).includes('(') ? text.lists.find(isInside) : undefined;
  if (!parameters) return;
  const body = bodyOf(text.text.slice(parameters.whole.end, end));
  const words = parameters.items.map((item) => lexemesOf(text.text, item).filter((one) => isWord(one.text)));
  for (const place of [0, -1]) {
    const names = words.map((some) => some.at(place)?.text);
    const edits = uses.map((use) => body && inlinedAt(text, body, names, use));
    if (edits.every((some) => some !== undefined)) yield edits.flat();
  }
}

/** `{ a(); return b; }`, `=> b`, `: return b`. */
function bodyOf(after: string): Body | undefined {
  const [open, close] = [after.indexOf('{'), after.lastIndexOf('}')];
  const isBraced = open >= 0 && /^[\s;]*$/.test(after.slice(close + 1));
  const inside = isBraced ? after.slice(open + 1, close) : /(?:=>|:|=)([^]*)$/.exec(after)?.[1];
  if (inside === undefined) return undefined;
  const trimmed = inside.replace(/[\s;]+$/, '').trim();
  const [, statements, value] = /^([^]*?)\breturn\b([^;]*)$/.exec(trimmed) ?? /^([^]*;\s*)?([^;]*)$/.exec(trimmed)!;
  return { statements: statements ?? '', value: value.trim() || '0' };
}

function inlinedAt(
  text: SmallText,
  { statements, value }: Body,
  names: readonly (string | undefined)[],
  use: Lexeme,
): Edit[] | undefined {
  const given = text.lists.find(({ head, bracket }) => head?.start === use.start && bracket === '(');
  const isCall = (end: number) => given && end >= given.whole.end && /^;?$/.test(text.text.slice(given.whole.end, end));
  const call = text.around(use).find((one) => isCall(text.tree.end[one]));
  if (!given || call === undefined) return undefined;
  const values = new Map(given.items.map(({ start, end }, index) => [names[index], text.text.slice(start, end)]));
  const filled = (part: string) => {
    let end = 0;
    const pieces = lexemesOf(part).map((one) => {
      const before = part.slice(end, one.start);
      end = one.end;
      return before + (values.get(one.text) ?? one.text);
    });
    return pieces.join('') + part.slice(end);
  };
  const edit = { start: text.tree.start[call], end: given.whole.end, insert: filled(value) };
  if (statements === '') return [edit];
  let statement = call;
  while (statement > 0 && !text.isStatement(statement)) statement = text.tree.parent[statement];
  const start = text.tree.start[statement];
  const before = filled(statements);
  return start === edit.start
    ? [{ ...edit, insert: before + edit.insert }]
    : [{ start, end: start, insert: before }, edit];
}

/** A scope goes and leaves what is in it: `namespace a { int b; }` with `a::b` becomes `int b;` with `b`. */
export function* unscope(text: SmallText): Generator<Change> {
  for (const { head, bracket, whole } of text.lists) {
    if (!head || bracket !== '{') continue;
    const uses = (text.names.get(head.text) ?? []).filter(({ start }) => start !== head.start);
    const element = text.around(head).find((one) => text.tree.end[one] >= whole.end);
    const cuts = uses.flatMap(({ start, end }) => {
      const [path] = /^\s*(?:::|\.|->)\s*/.exec(text.text.slice(end)) ?? [];
      return path === undefined ? [] : [{ start, end: end + path.length }];
    });
    if (element === undefined || cuts.length === 0 || cuts.length < uses.length) continue;
    const [{ start }, last] = [rangeOf(text.tree, element), { start: whole.end - 1, end: text.tree.end[element] }];
    yield { elements: [], edits: [{ start, end: text.text.indexOf('{', head.end) + 1 }, last, ...cuts] };
  }
}

/** What has one member becomes that member: `{ a: b }` becomes `b`, `struct { int a; }` becomes `int`, and `c.a` becomes `c`. */
export function* single(text: SmallText): Generator<Change> {
  const holders = text.lists.flatMap(({ bracket, items, whole }) => {
    const [, key, value] = (bracket.endsWith('{') && items.length === 1 && memberIn(text, items[0])) || [];
    return key === undefined ? [] : [{ key, value, whole }];
  });
  for (const [key, some] of groupBy(holders, (one) => one.key)) {
    const uses = (text.names.get(key) ?? []).filter(
      (use) => !some.some(({ whole }) => use.start > whole.start && use.end < whole.end),
    );
    const cuts = uses.flatMap(({ start, end }) => {
      const [path] = /(?:\??\.|->)\s*$/.exec(text.text.slice(0, start)) ?? [];
      return path === undefined ? [] : [{ start: start - path.length, end }];
    });
    if (cuts.length === 0 || cuts.length < uses.length) continue;
    yield {
      elements: [],
      edits: [...some.map(({ value, whole }) => ({ ...withHead(text, whole), insert: value })), ...cuts],
    };
  }
}

/** The name and the value, or the type, of what is in braces. */
function memberIn({ text }: SmallText, { start, end }: Range): readonly string[] | undefined {
  const item = text.slice(start, end).replace(/[;,]\s*$/, '');
  const field = /^([^:=()]*[\s*&])(\w+)$/.exec(item);
  return field ? [item, field[2], field[1].trim()] : (/^([\w$]+)\s*:\s*([^;]+)$/.exec(item) ?? undefined);
}

/** With the `struct s` before it. */
function withHead({ text }: SmallText, { start, end }: Range): Range {
  const [head = ''] = /\b(?:struct|union)\b[^;{}()]*$/.exec(text.slice(0, start)) ?? [];
  return { start: start - head.length, end };
}
