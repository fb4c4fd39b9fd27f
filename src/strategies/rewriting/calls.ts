/** A call becomes what its function does: the body, with the arguments in place of the parameters. */
import type { Edit } from '../../text/source';
import { isWord, lexemesOf, type Lexeme, type List } from './lexemes';
import type { SmallText } from './view';

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
