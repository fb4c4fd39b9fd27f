/** Reads the elements from a tree-sitter tree in one walk, with the separators and tokens that go with each. */
import type { Tree, TreeCursor } from 'web-tree-sitter';
import type { ElementTree } from './elementTree';
import { Frame } from './frame';
import type { Units } from './grammar/grammarSlots';
import { NodeTypes } from './nodeTypes';
import type { NodeType } from './nodeTypes';
import { Rows } from './rows';
import { freeSlot, SlotReader } from './grammar/slots';

/** Facts about a language, besides its grammar. */
export interface Knowledge {
  /** Rules for deleting; undefined: nothing is known, and each element is tried. */
  readonly units?: Units;
  /** By node type: the text for a node that would be left empty. */
  readonly fillers: Readonly<Record<string, string>>;
}

/** Reads the elements from a parsed tree. The caller still owns the tree. */
export function elementsOf(tree: Tree, text: string, knowledge: Knowledge): ElementTree {
  const rows = new Rows(text);
  const cursor = tree.walk();
  try {
    new Walk(cursor, rows, knowledge).run();
  } finally {
    cursor.delete();
  }
  return rows.table(tree.rootNode.hasError);
}

/** Marks the children of a token that is its own name: it has none. */
const none = -1;

class Walk {
  private readonly slots: SlotReader;
  private readonly types = new NodeTypes();

  constructor(
    private readonly cursor: TreeCursor,
    private readonly rows: Rows,
    private readonly knowledge: Knowledge,
  ) {
    this.slots = new SlotReader(knowledge.units);
  }

  /** Pre-order, without recursion: trees may be 10⁴ deep. */
  run(): void {
    const { cursor } = this;
    const { name } = this.types.at(cursor);
    const root = this.rows.add(0, this.rows.text.length, -1, name);
    const frames = [new Frame(this.rows, root, name, this.slots.childrenAt(cursor, name))];
    let descending = cursor.gotoFirstChild();
    while (frames.length > 0) {
      const frame = frames[frames.length - 1];
      if (descending) {
        const type = this.types.at(cursor);
        const element = this.visit(frame, type);
        const children = element === none ? undefined : this.slots.childrenAt(cursor, type.name);
        descending = element !== none && cursor.gotoFirstChild();
        if (descending) frames.push(new Frame(this.rows, element, type.name, children));
        else descending = cursor.gotoNextSibling();
      } else {
        frame.close(this.knowledge.fillers[frame.type] !== undefined);
        frames.pop();
        cursor.gotoParent();
        descending = frames.length > 0 && cursor.gotoNextSibling();
      }
    }
  }

  /** Adds the node at the cursor. Returns the element that its children belong to; `none` for a mere token. */
  private visit(frame: Frame, nodeType: NodeType): number {
    const { cursor, rows, slots, types } = this;
    const { startIndex: start, endIndex: end } = cursor;
    const { name: type, named } = nodeType;
    if (!named && frame.type !== 'ERROR') {
      frame.token({ type, start, end });
      return end - start === type.length ? none : frame.element;
    }
    if (start === end) return frame.element;
    const isExtra = types.isExtra(nodeType, cursor);
    const slot = isExtra ? freeSlot : slots.slotAt(cursor, type, frame.children);
    const filler = this.knowledge.fillers[type];
    if (frame.element !== 0 && isWholeParent(start, end, frame.element, rows)) {
      if (rows.end[frame.element] === end && rows.slot[frame.element] < 0 && slot?.least === 0)
        rows.slot[frame.element] = 0;
      return frame.element;
    }
    const element = rows.add(start, end, frame.element, type, filler !== undefined ? 0 : (slot?.list ?? -1), isExtra);
    if (filler !== undefined) rows.fillers.set(element, filler);
    frame.child(element, slot, isExtra);
    return element;
  }
}

/** A node with the whole text of its parent, except for the parent's own semicolon, is the same deletion. */
function isWholeParent(start: number, end: number, parent: number, rows: Rows): boolean {
  const rest = rows.end[parent] - end;
  return start === rows.start[parent] && (rest === 0 || (rest < 20 && rows.text.slice(end, end + rest).trim() === ';'));
}
