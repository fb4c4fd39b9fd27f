/**
 * The slice of a failure: the statements at which it failed, and what computes the values that they read. Where no revision is known
 * at which the test passes, these parts of the test file stay as they are: a test that compares other values says nothing of the bug.
 * What was measured of such slices: docs/notes/030-slices.md.
 */
import type { Node, Tree } from 'web-tree-sitter';
import type { Range } from '../text/ranges';
import { dialectOf } from './dialects';
import type { Dialect } from './dialects';

/** `lines`: of the failure in this file, from 1, innermost first. Ranges in UTF-16 units, sorted, none inside another. */
export function sliceOf(tree: Tree, text: string, languageId: string, lines: readonly number[]): Range[] {
  const rows = text.split('\n');
  const dialect = dialectOf(languageId);
  const failing = dialect ? lines.flatMap((line) => statementAt(tree.rootNode, rows, line - 1, dialect) ?? []) : [];
  if (!dialect || failing.length === 0) return [];
  return merged(new Slice(tree.rootNode, dialect, failing).ranges());
}

/** The innermost statement that begins on this row or goes across it. */
function statementAt(root: Node, rows: readonly string[], row: number, dialect: Dialect): Node | undefined {
  const column = (rows[row] ?? '').search(/\S/);
  if (column < 0) return undefined;
  let node: Node | null = root.descendantForPosition({ row, column });
  while (node && !dialect.statement.test(node.type)) node = node.parent;
  return node ?? undefined;
}

class Slice {
  private readonly kept: Range[] = [];
  private readonly names = new Set<string>();
  private readonly wanted: string[] = [];
  private readonly definitions: ReadonlyMap<string, readonly Definition[]>;

  constructor(
    root: Node,
    private readonly dialect: Dialect,
    private readonly failing: readonly Node[],
  ) {
    this.definitions = definitionsIn(root, dialect, failing);
  }

  ranges(): readonly Range[] {
    const [innermost] = this.failing;
    for (const statement of this.failing) this.keep(statement, this.endOf(statement, innermost));
    for (let name = this.wanted.pop(); name !== undefined; name = this.wanted.pop()) {
      for (const { node, part } of this.definitions.get(name) ?? [])
        if (this.isSeen(node)) this.keep(part, part.endIndex);
    }
    return this.kept;
  }

  /** A statement around another one that failed is kept as far as the body in which that one is. */
  private endOf(statement: Node, innermost: Node): number {
    const others = this.failing.filter((other) => other.id !== statement.id && isIn(other, statement));
    const inner = others.length > 0 ? others[0] : innermost;
    if (inner.id === statement.id || !isIn(inner, statement)) return statement.endIndex;
    let body: Node = inner;
    while (body.parent && body.parent.id !== statement.id && !this.dialect.body.test(body.type)) body = body.parent;
    return Math.max(statement.startIndex, body.startIndex);
  }

  private keep(node: Node, end: number): void {
    this.kept.push({ start: node.startIndex, end });
    for (const identifier of node.descendantsOfType([...this.dialect.identifiers])) {
      if (!identifier || identifier.startIndex >= end || this.dialect.isMember(identifier)) continue;
      if (this.names.has(identifier.text)) continue;
      this.names.add(identifier.text);
      this.wanted.push(identifier.text);
    }
  }

  /** Is it in a scope of something that failed, or at the top? */
  private isSeen(definition: Node): boolean {
    const scope = scopeOf(definition, this.dialect);
    return this.failing.some((statement) => isIn(statement, scope)) || this.kept.some((range) => covers(scope, range));
  }
}

interface Definition {
  readonly node: Node;
  /** What is kept of it. */
  readonly part: Node;
}

/** By name: where a value is given to it, or changed. Other tests do not count. */
function definitionsIn(root: Node, dialect: Dialect, failing: readonly Node[]): Map<string, Definition[]> {
  const found = new Map<string, Definition[]>();
  const visit = (node: Node) => {
    if (dialect.isTest(node) && !failing.some((statement) => isIn(statement, node))) return;
    // What contains a failure is kept in part only.
    const isAround = failing.some((statement) => statement.id !== node.id && isIn(statement, node));
    for (const { names, part } of isAround ? [] : dialect.definitions(node)) {
      for (const name of names) found.set(name, [...(found.get(name) ?? []), { node, part }]);
    }
    for (const child of node.namedChildren) if (child) visit(child);
  };
  visit(root);
  return found;
}

function scopeOf(node: Node, { scope }: Dialect): Node {
  let at = node.parent ?? node;
  while (at.parent && !scope.test(at.type)) at = at.parent;
  return at;
}

function isIn(inner: Node, outer: Node): boolean {
  return outer.startIndex <= inner.startIndex && inner.endIndex <= outer.endIndex;
}

function covers({ startIndex, endIndex }: Node, { start, end }: Range): boolean {
  return startIndex <= start && end <= endIndex;
}

function merged(ranges: readonly Range[]): Range[] {
  const sorted = [...ranges].sort((a, b) => a.start - b.start || b.end - a.end);
  return sorted.reduce<Range[]>((all, range) => {
    const last = all.at(-1);
    if (!last || range.start >= last.end) all.push(range);
    else if (range.end > last.end) all[all.length - 1] = { start: last.start, end: range.end };
    return all;
  }, []);
}
