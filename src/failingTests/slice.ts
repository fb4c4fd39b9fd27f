/**
 * The slice of a failure: the statements at which it failed, and what computes the values that they read. Where no revision is known
 * at which the test passes, these parts of the test file stay as they are: a test that compares other values says nothing of the bug.
 * What was measured of such slices: docs/notes/failing-tests.md.
 */
import type { Node } from 'web-tree-sitter';
import { merged, type Range } from '../text/ranges';
import { type Given, definitionsAt, namesIn } from './definitions';
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
  surroundings,
  throwing,
} from './nodes';

/** `lines`: of the failure in this file, from 1, innermost first. Ranges in UTF-16 units, sorted, disjoint. */
export function sliceOf(root: Node, text: string, languageId: string, lines: readonly number[]): Range[] {
  const rows = text.split('\n');
  const failing = lines.flatMap((line) => statementAt(root, rows, line - 1) ?? []);
  return throwing[languageId] && failing.length > 0 ? merged(new Slice(root, failing).ranges()) : [];
}

/** The innermost statement that begins on this row or goes across it. */
export function statementAt(root: Node, rows: readonly string[], row: number): Node | undefined {
  const column = (rows[row] ?? '').search(/\S/);
  const found = column < 0 ? root : statementAround(root.descendantForPosition({ row, column })!);
  return statement.test(found.type) ? found : undefined;
}

function statementAround(node: Node): Node {
  return enclosing(node, ({ type }) => statement.test(type));
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

  ranges(): readonly Range[] {
    const [innermost] = this.failing;
    for (const one of this.failing) this.keep(one, this.endOf(one, innermost));
    // A test that never says that it is over fails in any case.
    const test = enclosing(innermost, isTest);
    const ending = endingOf(test);
    for (const { text, parent } of identifiersIn(test)) {
      if (text === ending && parent?.type === 'call_expression') this.keep(parent);
    }
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

  /** What the wanted names need. */
  private follow(): void {
    for (let name = this.wanted.pop(); name !== undefined; name = this.wanted.pop()) {
      for (const definition of this.definitions.get(name) ?? []) {
        if (!this.isSeen(definition, name) || !this.mayChange(definition, name)) continue;
        this.keep(definition.part);
        this.keepCallback(definition.node);
      }
    }
  }

  /** A statement around another one that failed is kept as far as the body in which that one is. */
  private endOf(one: Node, innermost: Node): number {
    const inner = this.failing.find((other) => other.id !== one.id && isIn(other, one)) ?? innermost;
    if (inner.id === one.id || !isIn(inner, one)) return one.endIndex;
    const block = enclosing(inner, ({ parent, type }) => parent?.id === one.id || body.test(type));
    return Math.max(one.startIndex, block.startIndex);
  }

  private keep(node: Node, end = node.endIndex): void {
    this.kept.push({ start: node.startIndex, end });
    for (const identifier of identifiersIn(node)) {
      const { startIndex, text } = identifier;
      if (startIndex >= end || isMember(identifier) || this.names.has(text)) continue;
      this.names.add(text);
      this.wanted.push(text);
    }
  }

  /** A value that a function changes depends on the statements that pass or call this function. */
  private keepCallback(inside: Node): void {
    const outermost = this.outermostFunction(inside);
    if (!outermost || this.callbacks.has(outermost.id)) return;
    this.callbacks.add(outermost.id);
    const isHolder = (node: Node) => statement.test(node.type) || definitionsAt(node).some(({ isChange }) => !isChange);
    const holder = enclosing(outermost, isHolder);
    if (hookAt(holder) !== undefined) return;
    this.keep(holder);
    const isNamed = holder.id === outermost.id || outermost.parent?.id === holder.id;
    const names = new Set(isNamed ? definitionsAt(holder).flatMap((one) => one.names) : []);
    if (names.size === 0) return;
    for (const use of (this.all ??= identifiersIn(this.root))) {
      if (!names.has(use.text) || isIn(use, holder) || !this.isOfThisTest(use)) continue;
      const around = statementAround(use);
      if (this.failing.some((one) => isIn(one, around)) || isAfter(around, this.failing)) continue;
      this.keep(around);
      this.keepCallback(around);
    }
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

  private isDeclaredIn(scope: Node, name: string): boolean {
    const parameters = field(scope, 'parameters') ?? field(scope, 'parameter');
    const isSelf = /^(?:self|cls)$/.test(name); // the same in all methods
    if (parameters && !isSelf && identifiersIn(parameters).some(({ text }) => text === name)) return true;
    const declared = this.definitions.get(name)?.filter(({ isChange }) => !isChange) ?? [];
    return declared.some(({ node }) => scopeOf(node).id === scope.id);
  }
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

const imports = ['import_statement', 'import_from_statement', 'use_declaration', 'variable_declarator'];

/** Runners, assertions and what comes with a language. */
const libraries =
  /['"](?:node:|assert|fs|os|path|util|vitest|@?jest|mocha|chai|sinon|@testing-library|@playwright)|^(?:import|from) (?:pytest|unittest|os|sys|io|json|re|datetime|pathlib|tempfile)\b|^use (?:std|core)::/;

/** Names that a test file has from other files of the user's, as far as its imports tell. */
function importedNames(root: Node): string[] {
  return nodesOf(root, imports).flatMap((node) => {
    if (libraries.test(node.text)) return [];
    if (node.type !== 'variable_declarator') return namesIn(node);
    return /^require\(/.test(field(node, 'value')?.text ?? '') ? namesIn(field(node, 'name')!) : [];
  });
}
