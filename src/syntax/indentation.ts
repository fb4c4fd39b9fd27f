/**
 * Indentation of a result. Each line keeps its position relative to the line on which the surrounding element starts: one step deeper,
 * or equal, as it was before. It never gets deeper than it was. Lines side by side stay so.
 */
import type { Range } from '../text/ranges';
import type { Edit } from '../text/source';
import type { ElementTree } from './elementTree';

/** Elements whose lines are data, as are leaves of several lines. */
const data = /string|comment|heredoc|scalar|regex|raw_text|cdata/i;

/** The last token of an element if it closes the element: a bracket, a word like `end`, an end tag. */
const closing = /^([)\]}>]+|\w+|<\/[^\n]*>)[;,]?$/;

interface Line {
  /** UTF-16 offsets: start of the line, and its first character that is not blank. */
  readonly start: number;
  readonly first: number;
}

/** Edits that shorten the indentation of lines in `scope`, at most one per line. `step`: usual blanks for a level. */
export function reindentation(tree: ElementTree, scope: Range, step: number): Edit[] {
  const edits: Edit[] = [];
  /** By start of a line: its old and its new indentation. */
  const known = new Map<number, { old: string; now: string }>();
  const around = new Around(tree);
  for (const line of linesOf(tree.text)) {
    const old = tree.text.slice(line.start, line.first);
    const element = around.at(line);
    const owner = known.get(lineStart(tree.text, tree.start[element]));
    const fixed = line.start < scope.start || line.first > scope.end || around.inData();
    const place = { owner, closes: around.closes(line), step };
    const now = fixed ? old : element === 0 ? '' : indented(old, place);
    known.set(line.start, { old, now });
    if (now.length < old.length) edits.push(shortened(line, old, now));
  }
  return edits;
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

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

/** The elements around the start of each line, line by line. */
class Around {
  private readonly stack: number[] = [0];
  /** Number of these elements that are data. */
  private data = 0;
  private next = 1;

  constructor(private readonly tree: ElementTree) {}

  /** Moves on to this line. Returns the smallest element that surrounds its contents and starts before them. */
  at({ start, first }: Line): number {
    const { tree, stack } = this;
    for (; this.next < tree.count && tree.start[this.next] < start; this.next++) {
      this.leave(tree.start[this.next]);
      stack.push(this.next);
      this.data += Number(this.isData(this.next));
    }
    this.leave(first);
    return stack[stack.length - 1];
  }

  /** Is the line text of a string, a comment or the like? */
  inData(): boolean {
    return this.data > 0;
  }

  /** Does the line start with the end of the element: its last token, or an end tag? */
  closes({ first }: Line): boolean {
    const { text, start, end } = this.tree;
    const top = this.stack[this.stack.length - 1];
    const isElement = this.next < start.length && start[this.next] === first && !text.startsWith('</', first);
    return !isElement && end[top] - first < 100 && closing.test(text.slice(first, end[top]));
  }

  /** Also a leaf of several lines, unless it is an empty block. */
  private isData(element: number): boolean {
    const { text, last, types, type, start } = this.tree;
    return data.test(types[type[element]]) || (last[element] === element && !/[([{<]/.test(text[start[element]]));
  }

  private leave(at: number): void {
    const { stack, tree } = this;
    while (stack.length > 1 && tree.end[stack[stack.length - 1]] <= at) {
      this.data -= Number(this.isData(stack.pop()!));
    }
  }
}
