/** Looks up the grammar's rules for deleting a node, while the elements of a tree are read. */
import type { TreeCursor } from 'web-tree-sitter';
import type { RuleUnits, Slot, Units } from './grammarSlots';

/** May go, and nothing goes with it. */
export const freeSlot: Slot = { list: 0, lead: [], trail: [], isRun: false, separators: [], least: 0, isMixed: false };

/** Rules for the children of a node: `free` if nothing is known, so that each is tried; or the grammar's rules; undefined for none. */
export type Children = 'free' | RuleUnits | undefined;

export class SlotReader {
  private readonly aliased: ReadonlySet<string>;

  constructor(private readonly units: Units | undefined) {
    this.aliased = new Set(units?.aliased);
  }

  /** Rules for the node at the cursor, of this type. Reading the rule from the node is slow, so only a node with an alias is asked. */
  childrenAt(cursor: TreeCursor, type: string): Children {
    if (!this.units || type === 'ERROR') return 'free';
    const { rules } = this.units;
    return (this.aliased.has(type) ? rules[cursor.currentNode.grammarType] : undefined) ?? rules[type];
  }

  /** Slot of the child at the cursor, of this type; undefined if it is required. */
  slotAt(cursor: TreeCursor, type: string, children: Children): Slot | undefined {
    if (children === 'free' || type === 'ERROR') return freeSlot;
    if (!children) return undefined;
    const known = children.children[type] ?? -1;
    const index = typeof known === 'number' ? known : (known[cursor.currentFieldName ?? ''] ?? -1);
    return children.slots[index];
  }
}
