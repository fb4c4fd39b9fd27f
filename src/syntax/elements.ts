/** Reads the elements off a tree-sitter tree: one walk, which finds the separators on the way. */
import type { Tree, TreeCursor } from 'web-tree-sitter';
import { Rows } from './elementTree';
import type { ElementTree } from './elementTree';

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
  /** The last named child, if no other child came since. */
  last: number;
  /** Where the last child started, if that is a token; else -1. */
  tokenStart: number;
  /** The separator seen after it; -1 if none. */
  separatorStart: number;
  separatorEnd: number;
}

const frameOf = (element: number, type: string): Frame => ({
  element,
  type,
  member: -1,
  last: -1,
  tokenStart: -1,
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
  rows.before[element] = frame.tokenStart;
  frame.tokenStart = -1;
  frame.last = element;
  if (!rows.isExtra(cursor)) joinList(element, frame, rows);
  return element;
}

/** A node that is all of its parent, but for the parent's own semicolon, is the same deletion. */
function isWholeParent(start: number, end: number, parent: number, rows: Rows): boolean {
  const rest = rows.end[parent] - end;
  return start === rows.start[parent] && (rest === 0 || (rest < 20 && rows.text.slice(end, end + rest).trim() === ';'));
}

function visitToken(token: string, start: number, end: number, frame: Frame, rows: Rows): void {
  if (frame.last >= 0) rows.after[frame.last] = end;
  frame.last = -1;
  frame.tokenStart = start;
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
