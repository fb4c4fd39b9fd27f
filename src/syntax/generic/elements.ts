/**
 * A tree for text without a grammar; every strategy works on it as on a syntax tree. Its elements are paragraphs, lines nested by
 * their indentation, groups in brackets and tags, items between separators, terms between blanks, words, strings, single signs. Linear
 * in the length of the text, without recursion.
 */
import type { ElementTree } from '../elementTree';
import { Rows } from '../rows';
import { contents } from './lines';
import { pairUp } from './pairs';
import { inlineParts, inRuns, plainPart, type Part } from './parts';
import { tokensOf, type Tokens } from './tokens';

export function genericElements(text: string): ElementTree {
  const tokens = tokensOf(text);
  pairUp(tokens);
  const rows = new Rows(text);
  rows.add(0, text.length, -1, 'text');
  const waiting: Task[] = [];
  addTasks(waiting, contents(tokens, 0, tokens.count), 0);
  for (let task = waiting.pop(); task; task = waiting.pop()) {
    const element = visit(task, tokens, rows);
    addTasks(waiting, partsOf(task.part, tokens), element);
  }
  return rows.table(false);
}

/** A part that is not yet an element. */
interface Task {
  readonly part: Part;
  readonly parent: number;
  readonly list: { member: number };
}

/** Pushes the parts in reverse: the first is taken next, so that the rows are in pre-order. */
function addTasks(waiting: Task[], parts: readonly Part[], parent: number): void {
  const list = { member: -1 };
  const all = inRuns(parts);
  for (let index = all.length - 1; index >= 0; index--) waiting.push({ part: all[index], parent, list });
}

/** The element of a part: its parent if the parent has the same text. */
function visit({ part, parent, list }: Task, tokens: Tokens, rows: Rows): number {
  const [start, end] = [tokens.start[part.from], tokens.end[part.to - 1]];
  if (parent > 0 && start === rows.columns.start[parent] && end === rows.columns.end[parent]) return parent;
  const element = rows.add(start, end, parent, typeOf(part, tokens));
  if (part.extra) return element;
  if (part.separator >= 0 && list.member >= 0) rows.join(list.member, element, part.separator);
  rows.columns.trailing[element] = part.trailing;
  list.member = element;
  return element;
}

function partsOf(part: Part, tokens: Tokens): readonly Part[] {
  if (part.parts) return part.parts();
  const { from, to } = part;
  if (to === from + 1) return [];
  return tokens.next[from] === to ? partsOfGroup(from, tokens) : inlineParts(tokens, from, to);
}

/** The head of a tag and the contents between the tags are elements; a head alone is a group of its attributes. */
function partsOfGroup(first: number, tokens: Tokens): readonly Part[] {
  const headEnd = tokens.headEnd.get(first);
  const end = tokens.contentsEnd[first];
  if (headEnd === undefined || headEnd === end) return contents(tokens, first + 1, end);
  const parts = [plainPart('attributes', first + 1, headEnd), contentPart(tokens, headEnd + 1, end)];
  return parts.filter(({ from, to }) => from < to);
}

function contentPart(tokens: Tokens, from: number, to: number): Part {
  return { ...plainPart('content', from, to), parts: () => contents(tokens, from, to) };
}

/** A single group has its own type, whatever its parent is. */
function typeOf({ type, from, to }: Part, tokens: Tokens): string {
  if (tokens.next[from] !== to) return type;
  const kind = tokens.kind[from];
  if (kind === 'tag') return tokens.kind[to - 1] === 'endTag' ? 'tag' : 'group<>';
  if (kind === 'open' && to > from + 1) return `group${tokens.textOf(from)}${tokens.textOf(to - 1)}`;
  if (kind === 'word' && to > from + 1) return `group ${tokens.textOf(to - 1).toLowerCase()}`;
  return kind === 'word' || kind === 'number' || kind === 'string' || kind === 'comment' ? kind : 'punctuation';
}
