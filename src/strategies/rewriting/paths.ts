/**
 * The way to something goes: a call becomes what its function does, the body with arguments in place of parameters; a scope leaves what is
 * in it; what has one member becomes that.
 */
import { groupBy, rangeOf } from '../../syntax/elementTree';
import type { Range } from '../../text/ranges';
import type { Edit } from '../../text/source';
import { brackets } from '../../text/tokens';
import { isWord, lexemesOf, type Lexeme, type List } from './lexemes';
import type { Change, SmallText } from './view';

/** What a function does: statements, then a value. */
interface Body {
  readonly statements: string;
  readonly value: string;
}

/**
 * All uses at once; a parameter's name is the first or the last word of it, and statements may need a block of their own. None if the
 * element is no function, or a use no call.
 */
export function* inlinedCalls(text: SmallText, element: number, name: Lexeme, uses: readonly Lexeme[]) {
  const end = text.tree.end[element];
  const isInside = (list: List) => list.whole.start >= name.end && list.whole.end < end && list.bracket.endsWith('(');
  const parameters = text.text.slice(name.end, end).includes('(') ? text.lists.find(isInside) : undefined;
  const body = parameters && bodyOf(text.text.slice(parameters.whole.end, end));
  if (!body) return;
  const words = parameters.items.map((item) => lexemesOf(text.text, item).filter((one) => isWord(one.text)));
  for (const isBlock of body.statements === '' ? [false] : [false, true]) {
    for (const place of [0, -1]) {
      const names = words.map((some) => some.at(place)?.text);
      const edits = uses.map((use) => inlinedAt(text, body, names, use, isBlock));
      if (edits.every((some) => some !== undefined)) yield edits.flat();
    }
  }
}

/** `{ a(); return b; }`, `=> b`, `: return b`; of `if (a) return b` the condition. */
function bodyOf(after: string): Body | undefined {
  const [open, close] = [after.indexOf('{'), after.lastIndexOf('}')];
  const isBraced = open >= 0 && /^[\s;]*$/.test(after.slice(close + 1));
  const inside = isBraced ? after.slice(open + 1, close) : /(?:=>|:|=)([^]*)$/.exec(after)?.[1];
  if (inside === undefined) return undefined;
  const trimmed = inside.replace(/[\s;]+$/, '').trim();
  const [, condition] = /^if\b\s*(\([^;]*\)|[^;:\n]+(?=:))[\s:{]*return\b[^;\n]*$/.exec(trimmed) ?? [];
  if (condition) return { statements: '', value: condition.trim() };
  const [, statements, value] = /^([^]*?)\breturn\b([^;]*)$/.exec(trimmed) ?? /^([^]*;\s*)?([^;]*)$/.exec(trimmed)!;
  return { statements: statements ?? '', value: value.trim() || '0' };
}

function inlinedAt(
  text: SmallText,
  { statements, value }: Body,
  names: readonly (string | undefined)[],
  use: Lexeme,
  isBlock: boolean,
): Edit[] | undefined {
  const given = text.lists.find(({ head, bracket }) => head?.start === use.start && bracket === '(');
  const isCall = (end: number) => given && end >= given.whole.end && /^;?$/.test(text.text.slice(given.whole.end, end));
  const call = text.around(use).find((one) => isCall(text.tree.end[one]));
  if (!given || call === undefined) return undefined;
  const values = new Map(given.items.map(({ start, end }, index) => [names[index], text.text.slice(start, end)]));
  const edit = { start: text.tree.start[call], end: given.whole.end, insert: filled(value, values) };
  if (statements === '') return [edit];
  let statement = call;
  while (statement > 0 && !text.isStatement(statement)) statement = text.tree.parent[statement];
  const start = text.tree.start[statement];
  const rest = text.text.slice(edit.end).match(/^\s*;/)?.[0].length ?? 0;
  const before = filled(statements, values);
  if (start === edit.start) {
    const all = /^\w*$/.test(value) ? before : `${before}${edit.insert};`;
    return [{ start, end: edit.end + rest, insert: isBlock ? `{${all}}` : all }];
  }
  // `T a = f();` where `f` is `T b = …; return b;`
  const [declared] = /^[^=(]*[\s*&](\w+)\s*=\s*$/.exec(text.text.slice(start, edit.start))?.slice(1) ?? [];
  if (declared && isBlock && /^\w+$/.test(value))
    return [{ start, end: edit.end + rest, insert: filled(before, new Map([[value, declared]])) }];
  return [{ start, end: start, insert: before }, edit];
}

/** The part with values for names, in brackets where they bind less. */
function filled(part: string, values: ReadonlyMap<string | undefined, string>): string {
  let result = '';
  let at = 0;
  for (const { text, start, end } of lexemesOf(part)) {
    const value = values.get(text);
    if (value === undefined) continue;
    result += part.slice(at, start);
    at = end;
    const arrow = /^\s*->\s*/.exec(part.slice(end));
    if (arrow && value.startsWith('&')) {
      result += `${value.slice(1)}.`;
      at += arrow[0].length;
    } else result += isAlone(part.slice(0, start), value, part.slice(end)) ? value : `(${value})`;
  }
  return result + part.slice(at);
}

const isAlone = (before: string, value: string, after: string) =>
  /^(?:[\w$.]+|"[^"]*"|'[^']*')$/.test(value) ||
  (/(?:^|[(,;={[])\s*$/.test(before) && /^\s*(?:$|[),;}\]])/.test(after));

/** A call of what has numbers for its parameters: `$1`. Of an address, the member behind an arrow. */
export function calledAt({ text, lists }: SmallText, use: Lexeme, body: string): Edit | undefined {
  const [arrow] = (body.startsWith('&') && /^\s*->\s*/.exec(text.slice(use.end))) || [];
  if (arrow) return { start: use.start, end: use.end + arrow.length, insert: `${body.slice(1)}.` };
  const given = /\$\d/.test(body) ? lists.find(({ head }) => head?.start === use.start) : undefined;
  if (!given) return undefined;
  const argument = (number: string) => given.items.at(Number(number) - 1);
  const insert = body.replace(/\$(\d)/g, (_, number: string) => {
    const { start, end } = argument(number) ?? { start: 0, end: 0 };
    return text.slice(start, end);
  });
  return { start: use.start, end: given.whole.end, insert };
}

/** With the signs that make it a use, in texts without a grammar: `$a`, `$(a)`, `${a}`, `%a%`. */
export function signed({ text }: SmallText, { start, end }: Lexeme): Range {
  const [signs = '', bracket = ''] = /[$%@#&!]{1,2}([({[]?)$/.exec(text.slice(Math.max(0, start - 3), start)) ?? [];
  const close = bracket ? brackets[bracket] : signs;
  const isClosed = text.startsWith(close, end);
  return { start: start - signs.length, end: isClosed ? end + close.length : end };
}

/** After `use a`, to its end. */
const imported = /^\s*::\s*(?:\w+|\{[\w\s,]*\})\s*;/;
const parents = /\buse\s+super::[^;]*;|\b(?:super|Self)::|\bself\.|&?(?:mut\s+)?\bself\b,?\s*/g;

/** A scope goes and leaves what is in it: `namespace a { int b; }` with `a::b` becomes `int b;` with `b`, also with `use a::b;`. */
export function* unscope(text: SmallText): Generator<Change> {
  for (const { head, bracket, whole } of text.lists) {
    if (!head || bracket !== '{') continue;
    const uses = (text.names.get(head.text) ?? []).filter(({ start }) => start !== head.start);
    const element = text.around(head).find((one) => text.tree.end[one] >= whole.end);
    const cuts = uses.flatMap(({ start, end }) => {
      const after = text.text.slice(end);
      const [use] = /(?:\bpub\s+)?\buse\s+(?:(?:crate|self)\s*::\s*)?$/.exec(text.text.slice(0, start)) ?? [];
      const [path] = (use === undefined ? /^\s*(?:::|\.|->)\s*/ : imported).exec(after) ?? [];
      return path === undefined ? [] : [{ start: start - (use ?? '').length, end: end + path.length }];
    });
    // In Rust, what is around a module has this name in it; and a method calls itself by its type or value.
    const above = Array.from(text.text.slice(whole.start, whole.end).matchAll(parents), ({ index, 0: { length } }) => ({
      start: whole.start + index,
      end: whole.start + index + length,
    }));
    if (element === undefined || cuts.length + above.length === 0) continue;
    // Beside methods that call themselves, the type is left.
    if (cuts.length < uses.length - Number(cuts.length === 0)) continue;
    const [{ start }, last] = [rangeOf(text.tree, element), { start: whole.end - 1, end: text.tree.end[element] }];
    yield { elements: [], edits: [{ start, end: text.text.indexOf('{', head.end) + 1 }, last, ...above, ...cuts] };
  }
}

const loops = [
  /^for\s*\(?[^;()]*\b(?<name>\w+)\s*:?=[^;=]*;\s*\k<name>\s*<(?<with>=?)\s*(?<end>\d+)\s*;[^;(){}]*\)?\s*/,
  /^for\s+(?<name>\w+)\s+in\s+\w+\.\.(?<with>=?)(?<end>\d+)\s*/,
];

/** A loop that counts becomes its body with the last count: `for (i = 0; i < 4; i++) f(i + 2);` becomes `f(3 + 2);`. */
export function* counted(text: SmallText): Generator<Change> {
  for (const element of text.elements) {
    const loop = loops.find((one) => one.test(text.textOf(element)));
    const { 0: found, groups } = loop?.exec(text.textOf(element)) ?? {};
    if (found === undefined || groups === undefined) continue;
    const [first, end] = [text.tree.start[element], text.tree.end[element]];
    const start = first + found.length;
    const insert = String(Number(groups.end) - (groups.with ? 0 : 1));
    const uses = text.names.get(groups.name)?.filter((use) => use.start >= start && use.end <= end) ?? [];
    yield { elements: [], edits: [{ start: first, end: start }, ...uses.map((use) => ({ ...use, insert }))] };
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
    // Other uses are of another name that is spelled alike.
    const accesses = uses.flatMap((use) => withoutAccess(text, use) ?? []);
    if (accesses.length === 0) continue;
    yield {
      elements: [],
      edits: [...some.map(({ value, whole }) => ({ ...withHead(text, whole), insert: value })), ...accesses],
    };
  }
}

/** `b.a` becomes `b`, `b->a.c` becomes `b->c`, `&b->a` becomes `b`, and `b->a` becomes `*b`. */
function withoutAccess({ text }: SmallText, { start, end }: Range): Edit | undefined {
  const [path, address = '', base, by] = /(&\s*)?(?:\b(\w+)\s*)?(\??\.|->)\s*$/.exec(text.slice(0, start)) ?? [];
  if (path === undefined) return undefined;
  if (by !== '->') return { start: start - path.length + path.indexOf(by), end };
  const [next] = /^\s*\.\s*/.exec(text.slice(end)) ?? [];
  if (next !== undefined) return { start, end: end + next.length };
  return base ? { start: start - path.length, end, insert: address === '' ? `*${base}` : base } : undefined;
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
