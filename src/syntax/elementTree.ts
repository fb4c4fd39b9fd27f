/**
 * The hierarchy of syntax elements as plain tables: every named node that has text, in pre-order, with its weight and the
 * separators that go with it. The tree-sitter tree that it was read from can be freed.
 *
 * An element is a number, its row. Element 0 is the root. The descendants of `e` are `e + 1`…`last[e]`.
 */
import type { TreeCursor } from 'web-tree-sitter';
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
  /** Names of the node types, of which `type` holds the index. */
  readonly types: readonly string[];
  readonly type: Int32Array;
  /**
   * What the grammar says of deleting it: elements of one parent with the same slot (0, 1, …) form a list of which any may go; an
   * element whose slot is -1 is thought to be required, or nothing is known of it.
   */
  readonly slot: Int32Array;
  /** 1 if of the list that its slot is, one member has to stay. */
  readonly least: Uint8Array;
  /** Where the token right before an element starts, and where the one right after it ends: siblings without a name. -1: none. */
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** 1 for comments and the like, which may stand anywhere. */
  readonly extra: Uint8Array;
  /** Elements that may not be left without a child that is no extra, and what is put in instead. */
  readonly fillers: ReadonlyMap<number, string>;
  readonly lists: SeparatedLists;
}

/** Runs of siblings with a separator between them, `a, b, c`, or runs of one. All arrays have a row per element; -1 is none. */
export interface SeparatedLists {
  /** The member before this one. */
  readonly previous: Int32Array;
  /** The member after this one. */
  readonly next: Int32Array;
  /** Where the separator before this member starts. */
  readonly separator: Int32Array;
  /** Where a token starts that goes with the whole list: `= 1`, `else f()`. Only its first member has one. */
  readonly leading: Int32Array;
  /** Where a separator that trails the list, or a token that goes with it, ends: `[a, b,]`. Only its last member has one. */
  readonly trailing: Int32Array;
}

/** The tables while they grow, row by row, in pre-order. */
export class Rows {
  readonly start: number[] = [];
  readonly end: number[] = [];
  readonly leading: number[] = [];
  readonly trailing: number[] = [];
  readonly fillers = new Map<number, string>();
  readonly slot: number[] = [];
  readonly least: number[] = [];
  readonly before: number[] = [];
  readonly after: number[] = [];
  private readonly type: number[] = [];
  private readonly types = new Map<string, number>();
  private readonly parent: number[] = [];
  private readonly depth: number[] = [];
  private readonly previous: number[] = [];
  private readonly next: number[] = [];
  private readonly separator: number[] = [];
  private readonly extra: number[] = [];
  private readonly extras = new Map<number, boolean>();

  constructor(readonly text: string) {}

  add(start: number, end: number, parent: number, type: string, slot = 0, extra = false): number {
    if (!this.types.has(type)) this.types.set(type, this.types.size);
    this.type.push(this.types.get(type)!);
    this.slot.push(slot);
    this.least.push(0);
    this.extra.push(Number(extra));
    this.depth.push(parent < 0 ? 0 : this.depth[parent] + 1);
    this.parent.push(parent);
    this.end.push(end);
    const columns = [this.previous, this.next, this.separator, this.leading, this.trailing, this.before, this.after];
    for (const column of columns) column.push(-1);
    return this.start.push(start) - 1;
  }

  join(member: number, next: number, separatorStart: number): void {
    this.next[member] = next;
    this.previous[next] = member;
    this.separator[next] = separatorStart;
  }

  /** Is there a separator beside it, or a token that goes with it? */
  hasCompany(element: number): boolean {
    return [this.previous, this.next, this.leading, this.trailing].some((column) => column[element] >= 0);
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
      types: [...this.types.keys()],
      type: Int32Array.from(this.type),
      slot: Int32Array.from(this.slot),
      least: Uint8Array.from(this.least),
      before: Int32Array.from(this.before),
      after: Int32Array.from(this.after),
      extra: Uint8Array.from(this.extra),
      fillers: this.fillers,
      lists: {
        previous: Int32Array.from(this.previous),
        next: Int32Array.from(this.next),
        separator: Int32Array.from(this.separator),
        leading: Int32Array.from(this.leading),
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
