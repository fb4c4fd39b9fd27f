/** Looks up what the grammar says of deleting a node, while the elements of a tree are read. */
import type { TreeCursor } from 'web-tree-sitter';
import type { RuleUnits, Slot, Units } from './grammarSlots';

/** May go, and nothing goes with it. */
export const freeSlot: Slot = { list: 0, lead: [], trail: [], isRun: false, separators: [], least: 0, isMixed: false };

/** What is known of the children of a node: nothing, so that each is tried; or what the grammar says. */
export type Children = 'free' | RuleUnits | undefined;

export class SlotReader {
  private readonly aliased: ReadonlySet<string>;

  constructor(private readonly units: Units | undefined) {
    this.aliased = new Set(units?.aliased);
  }

  /** Of the node at the cursor, which has this type. Only one with an alias must be asked for its rule, which is slow. */
  childrenAt(cursor: TreeCursor, type: string): Children {
    if (!this.units || type === 'ERROR') return 'free';
    const { rules } = this.units;
    return (this.aliased.has(type) ? rules[cursor.currentNode.grammarType] : undefined) ?? rules[type];
  }

  /** Of the child at the cursor, which has this type; undefined if it is required. */
  slotAt(cursor: TreeCursor, type: string, children: Children): Slot | undefined {
    if (children === 'free' || type === 'ERROR') return freeSlot;
    if (!children) return undefined;
    const known = children.children[type] ?? -1;
    const index = typeof known === 'number' ? known : (known[cursor.currentFieldName ?? ''] ?? -1);
    return children.slots[index];
  }
}
