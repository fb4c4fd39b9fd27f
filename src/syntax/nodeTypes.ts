/**
 * What is known of the types of nodes, asked once a type and not once a node: of reading a tree, the calls of its cursor are what
 * takes the time.
 */
import type { TreeCursor } from 'web-tree-sitter';

export interface NodeType {
  readonly name: string;
  /** A rule of the grammar, and not a token by itself. */
  readonly named: boolean;
  isExtra?: boolean;
}

export class NodeTypes {
  private readonly known = new Map<number, NodeType>();

  /** Of the node at the cursor. */
  at(cursor: TreeCursor): NodeType {
    const id = cursor.nodeTypeId;
    let type = this.known.get(id);
    if (!type) this.known.set(id, (type = { name: cursor.nodeType, named: cursor.nodeIsNamed }));
    return type;
  }

  /** Comments and the like may stand anywhere: they are elements, but not members of a list. `type`: of the node at the cursor. */
  isExtra(type: NodeType, cursor: TreeCursor): boolean {
    return (type.isExtra ??= cursor.currentNode.isExtra);
  }
}
