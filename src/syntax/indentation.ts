/**
 * Indentation of a result. Each line keeps its position relative to the line on which the surrounding element starts: one step deeper,
 * or equal, as it was before. It never gets deeper than it was. Lines side by side stay so.
 */
import type { Range } from '../text/ranges';
import type { Edit } from '../text/source';
import { lineStart } from '../text/tidy';
import type { ElementTree } from './elementTree';

/** Elements whose lines are data, as are leaves of several lines. */
const data = /string|comment|heredoc|scalar|regex|cdata/i;

/** The last token of an element if it closes the element: a bracket, a word like `end`, an end tag. */
const closing = /^([)\]}>]+|\w+|<\/[^\n]*>)[;,]?$/;

interface Line {
  /** UTF-16 offsets: start of the line, and its first character that is not blank. */
  readonly start: number;
  readonly first: number;
}

/** Edits that shorten the indentation of lines in `scope`, at most one per line. `step`: usual blanks for a level. */
export function reindentation(tree: ElementTree, scope: Range, step: number): Edit[] {
  const { text, count, start, end, parent } = tree;
  const edits: Edit[] = [];
  /** By start of a line: its old and its new indentation. */
  const known = new Map<number, { old: string; now: string }>();
  const inData = elementsInData(tree);
  let next = 1;
  /** The smallest element that surrounds the contents of the line and starts before the line. */
  let around = 0;
  for (const line of linesOf(text)) {
    for (; next < count && start[next] < line.start; next++) around = next;
    while (around > 0 && end[around] <= line.first) around = parent[around];
    const old = text.slice(line.start, line.first);
    const owner = known.get(lineStart(text, start[around]));
    const fixed = line.start < scope.start || line.first > scope.end || inData[around] === 1;
    const begins = start[next] === line.first && !text.startsWith('</', line.first);
    const closes = !begins && isEnd(line, tree, around);
    const now = fixed ? old : around === 0 ? '' : indented(old, { owner, closes, step });
    known.set(line.start, { old, now });
    if (now.length < old.length) edits.push(shortened(line, old, now));
  }
  return edits;
}

/** Edits by which the lines that begin in `range`, inside the element, come as far to the left as the element; data stay. */
export function dedented(tree: ElementTree, element: number, range: Range): Edit[] {
  const { text, start, end, last } = tree;
  const blanksAt = (at: number) => /^[ \t]*/.exec(text.slice(lineStart(text, at), at))![0].length;
  const less = blanksAt(range.start) - blanksAt(start[element]);
  if (less <= 0) return [];
  const fixed: Range[] = [];
  for (let one = element; one <= last[element]; one++)
    if (isData(tree, one)) fixed.push({ start: start[one], end: end[one] });
  const isFixed = (at: number) => fixed.some((one) => one.start < at && at < one.end);
  return [...text.slice(range.start, range.end).matchAll(/\n([ \t]+)/g)].flatMap(({ index, 1: { length } }) => {
    const at = range.start + index + 1;
    return length < less || isFixed(at) ? [] : [{ start: at, end: at + less }];
  });
}

/** 1 for elements in text of a string, a comment or the like; also in a leaf of several lines, unless it is an empty block. */
function elementsInData(tree: ElementTree): Uint8Array {
  const inData = new Uint8Array(tree.count);
  for (let element = 1; element < tree.count; element++)
    inData[element] = Number(inData[tree.parent[element]] === 1 || isData(tree, element));
  return inData;
}

function isData({ text, start, last, types, type }: ElementTree, element: number): boolean {
  const isLeaf = last[element] === element && !/[([{<]/.test(text[start[element]]);
  return isLeaf || data.test(types[type[element]]);
}

/** Does the line start with the end of the element: its last token, or an end tag? */
function isEnd({ first }: Line, { text, end }: ElementTree, element: number): boolean {
  return end[element] - first < 100 && closing.test(text.slice(first, end[element]));
}

/** Number of blanks by which most lines are indented more than the line before, not counting 1 (comments); 2 if there is none. */
export function usualStep(text: string): number {
  const counts = new Map<number, number>();
  let before = 0;
  for (const { start, first } of linesOf(text)) {
    const more = first - start - before;
    if (more > 1 && text[start] === ' ') counts.set(more, (counts.get(more) ?? 0) + 1);
    before = first - start;
  }
  const [usual] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return usual?.[0] ?? 2;
}

interface Surroundings {
  /** The line on which the surrounding element starts. */
  readonly owner?: { readonly old: string; readonly now: string };
  /** Does the line close that element? */
  readonly closes: boolean;
  readonly step: number;
}

function indented(old: string, { owner, closes, step }: Surroundings): string {
  if (!owner) return old;
  if (closes || !old.startsWith(owner.old)) return owner.now.length < old.length ? owner.now : old;
  const more = old.slice(owner.old.length);
  if (more === '' || more.startsWith('\t')) return owner.now + more.slice(0, 1);
  const spaces = /^ *$/.test(old) ? ' '.repeat(old.length - owner.now.length) : more;
  return owner.now + spaces.slice(0, step);
}

/** The first blanks go; if tabs and spaces are mixed, all are replaced. */
function shortened({ start, first }: Line, old: string, now: string): Edit {
  return old.endsWith(now) ? { start, end: first - now.length } : { start, end: first, insert: now };
}

/** Lines that are not blank. */
function linesOf(text: string): Line[] {
  return [...text.matchAll(/^([ \t]*)[^\s]/gm)].map(({ index, 1: { length } }) => ({
    start: index,
    first: index + length,
  }));
}
