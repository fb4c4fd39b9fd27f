/**
 * The hierarchy of syntax elements as plain tables: every named node that has text, in pre-order, with its weight and the
 * separators that go with it. The tree-sitter tree that it was read from can be freed.
 *
 * An element is a number, its row. Element 0 is the root. The descendants of `e` are `e + 1`…`last[e]`.
 */
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
interface SeparatedLists {
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
