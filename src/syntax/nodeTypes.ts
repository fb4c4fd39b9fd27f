/** Facts about node types, read once per type and not once per node: calls of the cursor take most of the time when a tree is read. */
import type { TreeCursor } from 'web-tree-sitter';

export interface NodeType {
  readonly name: string;
  /** A rule of the grammar, not a token. */
  readonly named: boolean;
  isExtra?: boolean;
}

export class NodeTypes {
  private readonly known = new Map<number, NodeType>();

  /** Type of the node at the cursor. */
  at(cursor: TreeCursor): NodeType {
    const id = cursor.nodeTypeId;
    let type = this.known.get(id);
    if (!type) this.known.set(id, (type = { name: cursor.nodeType, named: cursor.nodeIsNamed }));
    return type;
  }

  /** Extras such as comments may stand anywhere: they are elements, but not members of a list. `type`: of the node at the cursor. */
  isExtra(type: NodeType, cursor: TreeCursor): boolean {
    return (type.isExtra ??= cursor.currentNode.isExtra);
  }
}
