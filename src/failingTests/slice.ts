/**
 * The slice of a failure: the statements at which it failed, and what computes the values that they read. Where no revision is known
 * at which the test passes, these parts of the test file stay as they are: a test that compares other values says nothing of the bug.
 * What was measured of such slices: docs/notes/failing-tests.md.
 */
import type { Node } from 'web-tree-sitter';
import { merged, type Range } from '../text/ranges';
import { type Given, definitionsAt, importedNames } from './definitions';
import {
  callback,
  body,
  enclosing,
  endingOf,
  field,
  hookAt,
  identifiersIn,
  isAfter,
  isIn,
  isMember,
  isOtherTest,
  isTest,
  nodesOf,
  scopeOf,
  statement,
  statementAround,
  statementAt,
  surroundings,
  throwing,
} from './nodes';

/**
 * `lines`: of the failure in this file, from 1, innermost first. `withHeads`: with what calls, loops and decorators around it read, too: rows
 * of tests. Ranges in UTF-16 units, sorted, disjoint.
 */
export function sliceOf(root: Node, text: string, languageId: string, lines: readonly number[], withHeads = false) {
  const rows = text.split('\n');
  const failing = lines.flatMap((line) => statementAt(root, rows, line - 1) ?? []);
  if (!throwing[languageId] || failing.length === 0) return [];
  return merged(new Slice(root, failing).ranges(withHeads));
}

class Slice {
  private readonly kept: Range[] = [];
  private readonly names = new Set<string>();
  private readonly wanted: string[] = [];
  private readonly callbacks = new Set<number>();
  /** All identifiers of the file, once they are wanted. */
  private all?: readonly Node[];
  private readonly definitions: ReadonlyMap<string, readonly Definition[]>;

  constructor(
    private readonly root: Node,
    private readonly failing: readonly Node[],
  ) {
    this.definitions = definitionsIn(root, failing);
  }

  ranges(withHeads: boolean): readonly Range[] {
    const [innermost] = this.failing;
    for (const one of this.failing) this.keep(one, this.partOf(one, innermost));
    for (const one of withHeads ? this.failing : []) this.keepHeads(one);
    // A test that never says that it is over fails in any case.
    const test = enclosing(innermost, isTest);
    const ending = endingOf(test);
    for (const { text, parent } of identifiersIn(test))
      if (text === ending && parent?.type === 'call_expression') this.keep(parent);
    this.wanted.unshift(...surroundings);
    this.follow();
    const imported = importedNames(this.root);
    const readsSources = imported.length === 0 || imported.some((name) => this.names.has(name));
    // Else the values go another way: through files, output, or clocks.
    for (const before of readsSources ? [] : (innermost.parent?.namedChildren ?? [])) {
      if (!before || before.startIndex >= innermost.startIndex) break;
      if (!before.type.includes('comment')) this.keep(before);
    }
    this.follow();
    return this.kept;
  }

  private keepHeads(inside: Node): void {
    for (let at = inside.parent; at?.parent; at = at.parent) {
      if (blocks.test(at.type)) continue;
      for (const head of at.namedChildren) if (head && !this.failing.some((one) => isIn(one, head))) this.keep(head);
    }
  }

  /** What the wanted names need. */
  private follow(): void {
    for (let name = this.wanted.pop(); name !== undefined; name = this.wanted.pop()) {
      for (const definition of this.definitions.get(name) ?? []) {
        if (!this.isSeen(definition, name) || !this.mayChange(definition, name)) continue;
        if (!this.isReached(definition.node)) continue;
        this.keep(definition.part);
        this.keepCallback(definition.node);
      }
    }
  }

  /** A statement around another one that failed is kept as far as the body in which that one is, and without rows: `[[1], [2]].forEach(…)`. */
  private partOf(one: Node, innermost: Node): Range {
    const { startIndex: start, endIndex: end } = one;
    const inner = this.failing.findLast((other) => other.id !== one.id && isIn(other, one)) ?? innermost;
    if (inner.id === one.id || !isIn(inner, one)) return { start, end };
    const block = enclosing(inner, ({ parent, type }) => parent?.id === one.id || body.test(type));
    const [rows] = nodesOf(one, ['array']);
    return { start: rows?.startIndex === start ? rows.endIndex : start, end: Math.max(start, block.startIndex) };
  }

  private keep(node: Node, { start, end } = { start: node.startIndex, end: node.endIndex }): void {
    this.kept.push({ start, end });
    for (const identifier of identifiersIn(node)) {
      const { startIndex, text } = identifier;
      if (
        startIndex < start ||
        startIndex >= end ||
        isMember(identifier) ||
        this.names.has(text) ||
        this.isParameter(identifier)
      )
        continue;
      this.names.add(text);
      this.wanted.push(text);
    }
  }

  /** A value that a function changes depends on the statements that pass or call this function. */
  private keepCallback(inside: Node): void {
    const outermost = this.outermostFunction(inside);
    if (!outermost || this.callbacks.has(outermost.id)) return;
    this.callbacks.add(outermost.id);
    const holder = holderOf(outermost);
    if (hookAt(holder) !== undefined) return;
    this.keep(holder);
    for (const use of this.usesOf(outermost) ?? []) {
      const around = statementAround(use);
      if (this.failing.some((one) => isIn(one, around))) continue;
      this.keep(around);
      this.keepCallback(around);
    }
  }

  /** A function with a name, in which a statement is, changes something only if this test calls it before the failure. */
  private isReached(inside: Node): boolean {
    const outermost = this.outermostFunction(inside);
    return !outermost || outermost.id === inside.id || (this.usesOf(outermost)?.length ?? 1) > 0;
  }

  /** Of a function, by its name, in this test; undefined if it has none, is a hook, or belongs to a class. */
  private usesOf(outermost: Node): Node[] | undefined {
    const holder = holderOf(outermost);
    const isNamed = holder.id === outermost.id || outermost.parent?.id === holder.id;
    const names = new Set(isNamed ? definitionsAt(holder).flatMap((one) => one.names) : []);
    if (names.size === 0 || hookAt(holder) !== undefined || holder.type === 'method_definition') return undefined;
    return (this.all ??= identifiersIn(this.root)).filter(
      (use) =>
        names.has(use.text) &&
        !isIn(use, holder) &&
        !this.isParameter(use) &&
        this.isOfThisTest(use) &&
        !isAfter(statementAround(use), this.failing),
    );
  }

  /** Around a node, without a failure in it. */
  private outermostFunction(node: Node): Node | undefined {
    let found: Node | undefined;
    for (let at = node.parent; at && !this.failing.some((one) => isIn(one, at!)); at = at.parent) {
      if (callback.test(at.type)) found = at;
    }
    return found;
  }

  private isOfThisTest(node: Node): boolean {
    return enclosing(node.parent ?? node, (one) => isOtherTest(one, this.failing)).parent === null;
  }

  /** Is it in a scope of something that failed, or at the top? A change is in the scope of the name. */
  private isSeen({ node, isInner, isChange }: Definition, name: string): boolean {
    for (let scope = isInner ? node : scopeOf(node); ; scope = scopeOf(scope)) {
      const { startIndex, endIndex } = scope;
      const isKept = this.kept.some(({ start, end }) => startIndex <= start && end <= endIndex);
      const isAround = isKept || this.failing.some((one) => isIn(one, scope));
      if (isAround || !scope.parent) return isAround;
      if (isInner || !isChange || this.isDeclaredIn(scope, name)) return false;
    }
  }

  /** Does a function of this file change a parameter? One of another file may; one that is a value may change what it closes over. */
  private mayChange({ by, isCalled }: Definition, name: string): boolean {
    const hasParameters = ({ node }: Definition) => field(node, 'parameters') !== undefined;
    if (isCalled) return this.definitions.get(name)?.some((one) => !one.isChange && !hasParameters(one)) ?? false;
    const helpers = this.definitions.get(by ?? '')?.filter(hasParameters) ?? [];
    return helpers.every(({ node }) =>
      identifiersIn(field(node, 'parameters')!).some(({ text }) =>
        this.definitions.get(text)?.some((one) => one.isChange && isIn(one.node, node)),
      ),
    );
  }

  /** Is it one of a function around it, in which nothing failed? Parameters of Python may be fixtures. */
  private isParameter({ text, type, parent, tree }: Node): boolean {
    const isPython = tree.rootNode.type === 'module';
    for (let at = parent; at && !this.failing.some((one) => isIn(one, at!)); at = at.parent) {
      const parameters = callback.test(at.type) && (field(at, 'parameters') ?? field(at, 'parameter'));
      if (!parameters || (isPython && at.type !== 'lambda')) continue;
      if (identifiersIn(parameters).some((one) => one.text === text && one.type === type))
        return type !== 'type_identifier';
    }
    return false;
  }

  private isDeclaredIn(scope: Node, name: string): boolean {
    const parameters = field(scope, 'parameters') ?? field(scope, 'parameter');
    const isSelf = /^(?:self|cls)$/.test(name); // the same in all methods
    if (parameters && !isSelf && identifiersIn(parameters).some(({ text }) => text === name)) return true;
    const declared = this.definitions.get(name)?.filter(({ isChange }) => !isChange) ?? [];
    return declared.some(({ node }) => scopeOf(node).id === scope.id);
  }
}

/** Nodes whose members are statements. */
const blocks = /^(?:class_body|(?:statement_|case_)?block|(?:statement|declaration)_list)$/;

/** The statement or the declaration that a function belongs to. */
function holderOf(outermost: Node): Node {
  const isHolder = (node: Node) => statement.test(node.type) || definitionsAt(node).some(({ isChange }) => !isChange);
  return enclosing(outermost, isHolder);
}

interface Definition extends Given {
  readonly node: Node;
}

/** By name: where a value is given to it, or changed. Other tests do not count. */
function definitionsIn(root: Node, failing: readonly Node[]): Map<string, Definition[]> {
  const found = new Map<string, Definition[]>();
  const visit = (node: Node) => {
    // A teardown changes nothing before the failure.
    const isTeardown = /^(?:after|teardown)/i.test(hookAt(node) ?? '');
    if (isTeardown || isAfter(node, failing) || isOtherTest(node, failing)) return;
    // What contains a failure is kept in part only.
    const isAround = failing.some((one) => one.id !== node.id && isIn(one, node));
    for (const given of isAround ? [] : definitionsAt(node)) {
      for (const name of given.names) found.set(name, [...(found.get(name) ?? []), { node, ...given }]);
    }
    for (const child of node.namedChildren) if (child) visit(child);
  };
  visit(root);
  return found;
}
