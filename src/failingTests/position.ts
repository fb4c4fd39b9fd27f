/** Where a node of a test file is: behind the failure, in another test, in a teardown, in which scope. */
import type { Node } from 'web-tree-sitter';
import type { Range } from '../text/ranges';
import { enclosing, type Dialect } from './dialects/dialect';

/** A statement behind the failing one in its block: it did not run. In a loop, or in a callback, it may have run before. */
export function isAfter(node: Node, dialect: Dialect, failing: readonly Node[]): boolean {
  return failing.some(({ parent, endIndex }) => {
    if (!parent || node.parent?.id !== parent.id || node.startIndex < endIndex) return false;
    return runsOnce(parent, dialect) && !/function/.test(node.type);
  });
}

/** The body of a test or of a named helper, and blocks in it that are no loops. */
function runsOnce(body: Node, { callback, isTest }: Dialect): boolean {
  let at: Node = body;
  while (at.parent && !callback.test(at.type)) {
    if (/^(?:for|while|do|loop)_/.test(at.type)) return false;
    at = at.parent;
  }
  const { parent } = at;
  if (!parent || at.childForFieldName('name') || parent.childForFieldName('name')) return true;
  return isTest(at) || (parent.parent !== null && isTest(parent.parent));
}

export function isOtherTest(node: Node, { isTest }: Dialect, failing: readonly Node[]): boolean {
  return isTest(node) && !failing.some((statement) => isIn(statement, node));
}

export function scopeOf(node: Node, { scope }: Dialect): Node {
  return enclosing(node.parent ?? node, ({ type }) => scope.test(type));
}

export function isIn(inner: Node, outer: Node): boolean {
  return outer.startIndex <= inner.startIndex && inner.endIndex <= outer.endIndex;
}

export function covers({ startIndex, endIndex }: Node, { start, end }: Range): boolean {
  return startIndex <= start && end <= endIndex;
}
