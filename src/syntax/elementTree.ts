import type { Range } from '../text/ranges';

/**
 * The hierarchy of syntax elements as plain tables: every named node with text, in pre-order, with its weight and its separators. It
 * does not depend on the tree-sitter tree, which can be freed.
 *
 * An element is a number, its row. Element 0 is the root. The descendants of `e` are `e + 1`…`last[e]`.
 */
export interface ElementTree extends Readonly<Columns> {
  /** The parsed text; all offsets are UTF-16 offsets of it. */
  readonly text: string;
  readonly hasErrors: boolean;
  readonly count: number;
  /** The last descendant, or the element itself. */
  readonly last: Int32Array;
  /** Tokens (`\w+|\S`). */
  readonly weight: Int32Array;
  /** Names of the node types and fields; `type` and `field` hold the index. */
  readonly types: readonly string[];
  /** Elements with a name that is not their text: files, and what names them. Unset if there are none. */
  readonly names?: ReadonlyMap<number, string>;
  /** Elements that need a child other than an extra, with the text that replaces the last one. */
  readonly fillers: ReadonlyMap<number, string>;
}

/**
 * A number for each element; -1: none.
 * - `end`: a `;` after an element belongs to it, unless it ends the parent.
 * - `slot`: the grammar's rule for deleting the element. Elements of one parent with the same slot (0, 1, …) form a list; any of them
 *   may go. -1: the element seems to be required, or the grammar is unknown.
 * - `least`: 1 if at least one member of the list of its slot has to stay.
 * - `field`: name of the element's field in its parent, an index of `types`.
 * - `extra`: 1 for comments and the like, which may stand anywhere.
 * - `before`, `after`: start of the token right before it, and end of the token right after it: siblings without a name.
 * - `previous`, `next`: the members before and after it in its list, `a, b, c`; `separator`: start of the separator before it.
 * - `leading`: start of a token that goes with the whole list, `= 1`, `else f()`. Only the first member has one.
 * - `trailing`: end of a separator after the list, or of a token that goes with the list: `[a, b,]`. Only the last member has one.
 */
export type Columns = Record<(typeof columns)[number], Int32Array>;

export const columns = [
  ...(['start', 'end', 'parent', 'depth', 'type', 'field', 'slot', 'least', 'extra'] as const),
  ...(['before', 'after', 'previous', 'next', 'separator', 'leading', 'trailing'] as const),
];

export function rangeOf({ start, end }: ElementTree, element: number): Range {
  return { start: start[element], end: end[element] };
}

export function textOf({ text, start, end }: ElementTree, element: number): string {
  return text.slice(start[element], end[element]);
}

/** In the order of the text. */
export function childrenOf({ last }: ElementTree, parent: number): number[] {
  const children: number[] = [];
  for (let child = parent + 1; child <= last[parent]; child = last[child] + 1) children.push(child);
  return children;
}

/** Is it in `around`, or that itself? */
export function isInside({ last }: ElementTree, element: number, around: number): boolean {
  return element >= around && element <= last[around];
}

/** The members of each key, such as elements, in their order; keys as they come. */
export function groupBy<T, K>(members: Iterable<T>, keyOf: (member: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const member of members) addTo(groups, keyOf(member), member);
  return groups;
}

/** Adds a value to those of its key. */
export function addTo<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const group = groups.get(key);
  if (group) group.push(value);
  else groups.set(key, [value]);
}
