/** Reads the elements from a tree-sitter tree in one walk, with the separators and tokens that go with each. */
import type { Tree, TreeCursor } from 'web-tree-sitter';
import type { ElementTree } from './elementTree';
import { Rows } from './rows';
import { Frame, type Children, type Slot, type Units } from './frame';
import type { Member, Noise, SplitText } from './split';

/** Facts about a language, besides its grammar. */
export interface Knowledge {
  /** Rules for deleting; undefined: nothing is known, and each element is tried. */
  readonly units?: Units;
  /** By node type: the text for a node that would be left empty. */
  readonly fillers: Readonly<Record<string, string>>;
}

/**
 * Reads the elements from a parsed tree. The caller still owns the tree. `parts`: by their starts, the trees of parts in another
 * language, in whose place the grammar of this one sees text.
 */
export function elementsOf(
  tree: Tree,
  text: string,
  knowledge: Knowledge,
  parts: ReadonlyMap<number, ElementTree> = new Map(),
): ElementTree {
  const rows = new Rows(text);
  withCursor(tree, (cursor) => new Walk(cursor, rows, knowledge).run(parts));
  return rows.table(tree.rootNode.hasError || [...parts.values()].some(({ hasErrors }) => hasErrors));
}

/** Lends a cursor at the root of a tree. */
export function withCursor<T>(tree: Tree, work: (cursor: TreeCursor) => T): T {
  const cursor = tree.walk();
  try {
    return work(cursor);
  } finally {
    cursor.delete();
  }
}

/** Reads the elements of a text that is split by brackets: `parse` gives the tree of one member, which is freed here. */
export function elementsOfMembers(
  { plain, noise, members }: SplitText,
  text: string,
  parse: (part: string) => Tree,
  knowledge: Knowledge,
): ElementTree {
  const rows = new Rows(text);
  const root = rows.add(0, text.length, -1, 'translation_unit');
  const between = new Interspersed(rows, noise);
  let hasErrors = false;
  const add = (all: readonly Member[], parent: number): void => {
    for (const { start, end, type, members: inside } of all) {
      between.before(start, parent);
      if (inside) {
        const row = rows.add(start, end, parent, type!, 1);
        add(inside, row);
        between.before(end, row);
        continue;
      }
      const tree = parse(plain.slice(start, end));
      hasErrors ||= tree.rootNode.hasError;
      withCursor(tree, (cursor) => new Walk(cursor, rows, knowledge, between, start).runMember(start, end, parent));
      tree.delete();
    }
  };
  add(members, root);
  between.before(text.length, root);
  return rows.table(hasErrors);
}

/** Adds the noise of a split text where it stands, as extras. */
class Interspersed {
  private at = 0;

  constructor(
    private readonly rows: Rows,
    private readonly noise: readonly Noise[],
  ) {}

  /** All that ends at `offset` or before becomes a child of `parent`. */
  before(offset: number, parent: number, frame?: Frame): void {
    for (; this.at < this.noise.length && this.noise[this.at].end <= offset; this.at++) {
      const { start, end, type } = this.noise[this.at];
      const row = this.rows.add(start, end, parent, type, 0, true);
      frame?.child(row, freeSlot, true);
    }
  }
}

/** Facts about a node type, read once and not for each node: calls of the cursor take most of the time when a tree is read. */
interface NodeType {
  readonly name: string;
  /** A rule of the grammar, not a token. */
  readonly named: boolean;
  /** Extras such as comments may stand anywhere: they are elements, but not members of a list. */
  isExtra?: boolean;
}

/** May go, and nothing goes with it. */
const freeSlot: Slot = { list: 0, lead: [], trail: [], isRun: false, separators: [], least: 0, isMixed: false };

/** Marks the children of a token that is its own name: it has none. */
const none = -1;

class Walk {
  private readonly types = new Map<number, NodeType>();
  private readonly aliased: ReadonlySet<string>;
  /** The node that stands for the whole member. */
  private main: number | undefined;
  private parts: ReadonlyMap<number, ElementTree> | undefined;

  constructor(
    private readonly cursor: TreeCursor,
    private readonly rows: Rows,
    private readonly knowledge: Knowledge,
    private readonly between?: Interspersed,
    /** Where the parsed part of the text begins. */
    private readonly offset = 0,
  ) {
    this.aliased = new Set(knowledge.units?.aliased);
  }

  run(parts: ReadonlyMap<number, ElementTree>): void {
    this.parts = parts;
    const { name } = this.nodeType();
    this.walkFrom(this.rows.add(0, this.rows.text.length, -1, name), name);
  }

  /** The part is one element under `parent`, from `start` to `end`: that of its largest node, in which all others are. */
  runMember(start: number, end: number, parent: number): void {
    const named = this.cursor.currentNode.namedChildren.filter((node) => node !== null);
    const main = named.reduce((a, b) => (b.endIndex - b.startIndex > a.endIndex - a.startIndex ? b : a), named[0]);
    const row = this.rows.add(start, end, parent, main?.type ?? 'ERROR', 1);
    this.main = main?.id;
    this.walkFrom(row, this.nodeType().name);
  }

  /** Pre-order, without recursion: trees may be 10⁴ deep. */
  private walkFrom(root: number, name: string): void {
    const { cursor } = this;
    const frames = [new Frame(this.rows, root, name, this.children(name))];
    let descending = cursor.gotoFirstChild();
    while (frames.length > 0) {
      const frame = frames[frames.length - 1];
      if (descending) {
        const type = this.nodeType();
        const element = this.visit(frame, type);
        const children = element === none ? undefined : this.children(type.name);
        descending = element !== none && cursor.gotoFirstChild();
        if (descending) frames.push(new Frame(this.rows, element, type.name, children));
        else descending = cursor.gotoNextSibling();
      } else {
        this.between?.before(this.rows.columns.end[frame.element], frame.element, frame);
        frame.close(this.knowledge.fillers[frame.type] !== undefined);
        frames.pop();
        cursor.gotoParent();
        descending = frames.length > 0 && cursor.gotoNextSibling();
      }
    }
  }

  /** Adds the node at the cursor. Returns the element that its children belong to; `none` for a mere token. */
  private visit(frame: Frame, nodeType: NodeType): number {
    const { cursor, rows } = this;
    const start = cursor.startIndex + this.offset;
    const end = cursor.endIndex + this.offset;
    const { name: type, named } = nodeType;
    this.between?.before(start, frame.element, frame);
    if (this.main !== undefined && cursor.nodeId === this.main) return frame.element;
    if (!named && frame.type !== 'ERROR') {
      frame.token({ type, start, end });
      return end - start === type.length ? none : frame.element;
    }
    if (start === end) return frame.element;
    // The extras of a split text are its noise; what the parser skips after an error has the same mark.
    const isExtra = !this.between && (nodeType.isExtra ??= cursor.currentNode.isExtra);
    const slot = isExtra ? freeSlot : this.slot(type, frame.children);
    const filler = this.knowledge.fillers[type];
    if (frame.element !== 0 && isWholeParent(start, end, frame.element, rows)) {
      if (rows.columns.end[frame.element] === end && rows.columns.slot[frame.element] < 0 && slot?.least === 0)
        rows.columns.slot[frame.element] = 0;
      return frame.element;
    }
    const part = type === 'raw_text' ? this.parts?.get(start) : undefined;
    const kind = part ? part.types[part.type[0]] : type;
    const element = rows.add(start, end, frame.element, kind, filler !== undefined ? 0 : (slot?.list ?? -1), isExtra);
    if (part) rows.append(part, start);
    if (filler !== undefined) rows.fillers.set(element, filler);
    const field = cursor.currentFieldName;
    if (field) rows.columns.field[element] = rows.indexOf(field);
    frame.child(element, slot, isExtra);
    return element;
  }

  private nodeType(): NodeType {
    const { cursor, types } = this;
    const id = cursor.nodeTypeId;
    let type = types.get(id);
    if (!type) types.set(id, (type = { name: cursor.nodeType, named: cursor.nodeIsNamed }));
    return type;
  }

  /** Rules for the node at the cursor, of this type. Reading the rule from the node is slow, so only a node with an alias is asked. */
  private children(type: string): Children {
    const { units } = this.knowledge;
    if (!units || type === 'ERROR') return 'free';
    return (this.aliased.has(type) ? units.rules[this.cursor.currentNode.grammarType] : undefined) ?? units.rules[type];
  }

  /** Slot of the child at the cursor, of this type; undefined if it is required. */
  private slot(type: string, children: Children): Slot | undefined {
    if (children === 'free' || type === 'ERROR') return freeSlot;
    const known = children?.children[type] ?? -1;
    return children?.slots[typeof known === 'number' ? known : (known[this.cursor.currentFieldName ?? ''] ?? -1)];
  }
}

/** A node with the whole text of its parent, except for the parent's own semicolon, is the same deletion. */
function isWholeParent(start: number, end: number, parent: number, rows: Rows): boolean {
  const rest = rows.columns.end[parent] - end;
  return (
    start === rows.columns.start[parent] &&
    (rest === 0 || (rest < 20 && rows.text.slice(end, end + rest).trim() === ';'))
  );
}
