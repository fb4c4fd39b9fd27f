/** Number of syntax errors in a tree: nodes for unreadable text and for missing tokens. */
import type { Tree } from 'web-tree-sitter';

/**
 * 0 if and only if the text parses; else at least 1, as a missing token may be hidden. It visits only nodes with errors inside, and
 * stops counting at `enough`.
 */
export function errorsIn(tree: Tree, enough = Infinity): number {
  if (!tree.rootNode.hasError) return 0;
  const cursor = tree.walk();
  let count = 0;
  try {
    let depth = 0;
    while (depth >= 0 && count < enough) {
      const { hasError, isError, isMissing } = cursor.currentNode;
      if (isError || isMissing) count++;
      if (hasError && cursor.gotoFirstChild()) depth++;
      else while (depth >= 0 && !cursor.gotoNextSibling()) depth = cursor.gotoParent() ? depth - 1 : -1;
    }
  } finally {
    cursor.delete();
  }
  return Math.max(1, count);
}
