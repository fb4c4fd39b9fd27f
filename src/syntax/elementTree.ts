/**
 * The hierarchy of syntax elements as plain tables: every named node with text, in pre-order, with its weight and its separators. It
 * does not depend on the tree-sitter tree, which can be freed.
 *
 * An element is a number, its row. Element 0 is the root. The descendants of `e` are `e + 1`…`last[e]`.
 */
export interface ElementTree {
  /** The parsed text; all offsets are UTF-16 offsets of it. */
  readonly text: string;
  readonly hasErrors: boolean;
  /** Number of elements. */
  readonly count: number;
  readonly start: Int32Array;
  /** A `;` after an element belongs to it, unless it ends the parent. */
  readonly end: Int32Array;
  /** -1 for the root. */
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  /** The last descendant, or the element itself. */
  readonly last: Int32Array;
  /** Tokens (`\w+|\S`). */
  readonly weight: Int32Array;
  /** Names of the node types; `type` holds the index. */
  readonly types: readonly string[];
  readonly type: Int32Array;
  /**
   * Grammar's rule for deleting the element. Elements of one parent with the same slot (0, 1, …) form a list; any of them may go. Slot
   * -1: the element seems to be required, or the grammar is unknown.
   */
  readonly slot: Int32Array;
  /** 1 if at least one member of the list of its slot has to stay. */
  readonly least: Uint8Array;
  /** Start of the token right before an element, and end of the token right after it: siblings without a name. -1: none. */
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** 1 for extras such as comments, which may stand anywhere. */
  readonly extra: Uint8Array;
  /** Elements that need a child other than an extra, with the text that replaces the last one. */
  readonly fillers: ReadonlyMap<number, string>;
  readonly lists: SeparatedLists;
}

/** Lists of siblings: several with separators between, `a, b, c`, or one alone. Arrays have a row per element; -1 is none. */
interface SeparatedLists {
  /** The member before this one. */
  readonly previous: Int32Array;
  /** The member after this one. */
  readonly next: Int32Array;
  /** Start of the separator before this member. */
  readonly separator: Int32Array;
  /** Start of a token that goes with the whole list: `= 1`, `else f()`. Only the first member has one. */
  readonly leading: Int32Array;
  /** End of a separator after the list, or of a token that goes with the list: `[a, b,]`. Only the last member has one. */
  readonly trailing: Int32Array;
}
