/**
 * The hierarchy of syntax elements as plain tables: every named node that has text, in pre-order, with its weight and the
 * separators that go with it. A tree-sitter tree is walked once and can then be freed.
 *
 * An element is a number, its row. Element 0 is the root. The descendants of `e` are `e + 1`…`last[e]`.
 */
import type { Tree, TreeCursor } from 'web-tree-sitter';
import { tokensBefore } from '../text/tokens';

export interface ElementTree {
  /** The text that was parsed; all offsets are UTF-16 offsets of it. */
  readonly text: string;
  readonly hasErrors: boolean;
  /** Number of elements. */
  readonly count: number;
  readonly start: Int32Array;
  /** A `;` that stands after an element, and not at the end of its parent, belongs to it. */
  readonly end: Int32Array;
  /** -1 for the root. */
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  /** The last descendant, or the element itself. */
  readonly last: Int32Array;
  /** Tokens (`\w+|\S`). */
  readonly weight: Int32Array;
  readonly typeName: readonly string[];
  readonly lists: SeparatedLists;
}

/** Runs of siblings with a separator between them: `a, b, c`. All arrays have a row per element; -1 is none. */
export interface SeparatedLists {
  /** The member before this one. */
  readonly previous: Int32Array;
  /** The member after this one. */
  readonly next: Int32Array;
  /** Where the separator before this member starts. */
  readonly separator: Int32Array;
  /** Where a separator that trails the list ends: `[a, b,]`. Only its last member has one. */
  readonly trailing: Int32Array;
}

const separators = new Set([',', '|', '&']);

/** Reads the elements off a parsed tree. The tree is left to the caller. */
export function elementsOf(tree: Tree, text: string): ElementTree {
  const rows = new Rows(text);
  const cursor = tree.walk();
  try {
    walkTree(cursor, rows);
  } finally {
    cursor.delete();
  }
  return rows.table(tree.rootNode.hasError);
}

/** What is known of the children of one node, up to the one the cursor is at. */
interface Frame {
  /** The element that the children belong to. */
  readonly element: number;
  readonly type: string;
  /** The last named child, if a separator may join the next one to it. */
  member: number;
  /** The separator seen after it; -1 if none. */
  separatorStart: number;
  separatorEnd: number;
}

const frameOf = (element: number, type: string): Frame => ({
  element,
  type,
  member: -1,
  separatorStart: -1,
  separatorEnd: -1,
});

/** Pre-order, without recursion: trees may be 10⁴ deep. */
function walkTree(cursor: TreeCursor, rows: Rows): void {
  rows.add(0, rows.text.length, -1, cursor.nodeType);
  const frames = [frameOf(0, cursor.nodeType)];
  let descending = cursor.gotoFirstChild();
  while (frames.length > 0) {
    const frame = frames[frames.length - 1];
    if (descending) {
      const element = visit(cursor, frame, rows);
      const type = cursor.nodeType;
      descending = cursor.gotoFirstChild();
      if (descending) frames.push(frameOf(element, type));
      else descending = cursor.gotoNextSibling();
    } else {
      closeList(frame, rows);
      frames.pop();
      cursor.gotoParent();
      descending = frames.length > 0 && cursor.gotoNextSibling();
    }
  }
}

/** Notes the node at the cursor; returns the element that its children belong to. */
function visit(cursor: TreeCursor, frame: Frame, rows: Rows): number {
  const { startIndex: start, endIndex: end } = cursor;
  if (!cursor.nodeIsNamed && frame.type !== 'ERROR') {
    visitToken(cursor.nodeType, start, end, frame, rows);
    return frame.element;
  }
  if (start === end) return frame.element;
  if (frame.element !== 0 && isWholeParent(start, end, frame.element, rows)) return frame.element;
  const element = rows.add(start, end, frame.element, cursor.nodeType);
  if (!rows.isExtra(cursor)) joinList(element, frame, rows);
  return element;
}

/** A node that is all of its parent, but for the parent's own semicolon, is the same deletion. */
function isWholeParent(start: number, end: number, parent: number, rows: Rows): boolean {
  const rest = rows.end[parent] - end;
  return start === rows.start[parent] && (rest === 0 || (rest < 20 && rows.text.slice(end, end + rest).trim() === ';'));
}

function visitToken(token: string, start: number, end: number, frame: Frame, rows: Rows): void {
  const after = frame.member >= 0 && frame.separatorStart < 0;
  if (after && separators.has(token)) {
    frame.separatorStart = start;
    frame.separatorEnd = end;
  } else if (after && token === ';' && end < rows.end[frame.element] && !frame.type.startsWith('for')) {
    rows.end[frame.member] = end;
    frame.member = -1;
  } else {
    closeList(frame, rows);
  }
}

function joinList(element: number, frame: Frame, rows: Rows): void {
  if (frame.separatorStart >= 0) rows.join(frame.member, element, frame.separatorStart);
  frame.member = element;
  frame.separatorStart = -1;
}

function closeList(frame: Frame, rows: Rows): void {
  if (frame.separatorStart >= 0) rows.trailing[frame.member] = frame.separatorEnd;
  frame.member = -1;
  frame.separatorStart = -1;
}

/** The tables while they grow. */
class Rows {
  readonly start: number[] = [];
  readonly end: number[] = [];
  readonly trailing: number[] = [];
  private readonly parent: number[] = [];
  private readonly depth: number[] = [];
  private readonly typeName: string[] = [];
  private readonly previous: number[] = [];
  private readonly next: number[] = [];
  private readonly separator: number[] = [];
  private readonly extras = new Map<number, boolean>();

  constructor(readonly text: string) {}

  add(start: number, end: number, parent: number, typeName: string): number {
    this.depth.push(parent < 0 ? 0 : this.depth[parent] + 1);
    this.parent.push(parent);
    this.end.push(end);
    this.typeName.push(typeName);
    for (const column of [this.previous, this.next, this.separator, this.trailing]) column.push(-1);
    return this.start.push(start) - 1;
  }

  join(member: number, next: number, separatorStart: number): void {
    this.next[member] = next;
    this.previous[next] = member;
    this.separator[next] = separatorStart;
  }

  /** Comments and the like may stand anywhere: they are elements, but not members of a list. */
  isExtra(cursor: TreeCursor): boolean {
    const type = cursor.nodeTypeId;
    let extra = this.extras.get(type);
    if (extra === undefined) this.extras.set(type, (extra = cursor.currentNode.isExtra));
    return extra;
  }

  table(hasErrors: boolean): ElementTree {
    const tokens = tokensBefore(this.text);
    const start = Int32Array.from(this.start);
    const end = Int32Array.from(this.end);
    return {
      text: this.text,
      hasErrors,
      count: start.length,
      start,
      end,
      parent: Int32Array.from(this.parent),
      depth: Int32Array.from(this.depth),
      last: this.lastDescendants(),
      weight: start.map((from, element) => tokens[end[element]] - tokens[from]),
      typeName: this.typeName,
      lists: {
        previous: Int32Array.from(this.previous),
        next: Int32Array.from(this.next),
        separator: Int32Array.from(this.separator),
        trailing: Int32Array.from(this.trailing),
      },
    };
  }

  private lastDescendants(): Int32Array {
    const last = Int32Array.from(this.start, (_, element) => element);
    for (let element = last.length - 1; element > 0; element--) {
      const parent = this.parent[element];
      last[parent] = Math.max(last[parent], last[element]);
    }
    return last;
  }
}
