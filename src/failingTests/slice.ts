/**
 * The slice of a failure: the statements at which it failed, and what computes the values that they read. Where no revision is known
 * at which the test passes, these parts of the test file stay as they are: a test that compares other values says nothing of the bug.
 * What was measured of such slices: docs/notes/failing-tests.md.
 */
import type { Node, Tree } from 'web-tree-sitter';
import { merged, type Range } from '../text/ranges';
import {
  type Dialect,
  type Given,
  covers,
  definitionsAt,
  enclosing,
  field,
  hookAt,
  isAfter,
  isIn,
  isOtherTest,
  namesIn,
  scopeOf,
  surroundings,
} from './dialects/dialect';
import { dialects } from './dialects/languages';

/** `lines`: of the failure in this file, from 1, innermost first. Ranges in UTF-16 units, sorted, disjoint. */
export function sliceOf(tree: Tree, text: string, languageId: string, lines: readonly number[]): Range[] {
  const rows = text.split('\n');
  const dialect = dialects[languageId];
  const failing = dialect ? lines.flatMap((line) => statementAt(tree.rootNode, rows, line - 1, dialect) ?? []) : [];
  if (!dialect || failing.length === 0) return [];
  return merged(new Slice(tree.rootNode, dialect, failing).ranges());
}

/** The innermost statement that begins on this row or goes across it. */
function statementAt(root: Node, rows: readonly string[], row: number, dialect: Dialect): Node | undefined {
  const column = (rows[row] ?? '').search(/\S/);
  if (column < 0) return undefined;
  const isStatement = ({ type }: Node) => dialect.statement.test(type);
  const found = enclosing(root.descendantForPosition({ row, column })!, isStatement);
  return isStatement(found) ? found : undefined;
}

class Slice {
  private readonly kept: Range[] = [];
  private readonly names = new Set<string>();
  private readonly wanted: string[] = [];
  private readonly callbacks = new Set<number>();
  /** All identifiers of the file, once they are wanted. */
  private all: readonly { readonly node: Node; readonly name: string }[] | undefined;
  private readonly definitions: ReadonlyMap<string, readonly Definition[]>;

  constructor(
    private readonly root: Node,
    private readonly dialect: Dialect,
    private readonly failing: readonly Node[],
  ) {
    this.definitions = definitionsIn(root, dialect, failing);
  }

  ranges(): readonly Range[] {
    const [innermost] = this.failing;
    for (const statement of this.failing) this.keep(statement, this.endOf(statement, innermost));
    this.keepEndings(innermost);
    this.wanted.unshift(...surroundings);
    this.follow();
    if (!this.readsSources()) this.keepBefore(innermost);
    this.follow();
    return this.kept;
  }

  /** What the wanted names need. */
  private follow(): void {
    for (let name = this.wanted.pop(); name !== undefined; name = this.wanted.pop()) {
      for (const definition of this.definitions.get(name) ?? []) {
        if (!this.isSeen(definition, name) || !this.mayChange(definition, name)) continue;
        this.keep(definition.part, definition.part.endIndex);
        this.keepCallback(definition.node);
      }
    }
  }

  /** Does a name come from another file of the user's? True if none is imported. */
  private readsSources(): boolean {
    const imported = importedNames(this.root);
    return imported.length === 0 || imported.some((name) => this.names.has(name));
  }

  /** The values go another way: through files, output, or clocks. */
  private keepBefore(failing: Node): void {
    const before = failing.parent?.namedChildren ?? [];
    for (const statement of before) {
      if (!statement || statement.startIndex >= failing.startIndex) break;
      if (!statement.type.includes('comment')) this.keep(statement, statement.endIndex);
    }
  }

  /** A statement around another one that failed is kept as far as the body in which that one is. */
  private endOf(statement: Node, innermost: Node): number {
    const others = this.failing.filter((other) => other.id !== statement.id && isIn(other, statement));
    const inner = others.length > 0 ? others[0] : innermost;
    if (inner.id === statement.id || !isIn(inner, statement)) return statement.endIndex;
    const body = enclosing(inner, ({ parent, type }) => parent?.id === statement.id || this.dialect.body.test(type));
    return Math.max(statement.startIndex, body.startIndex);
  }

  /** A test that never says that it is over fails in any case. */
  private keepEndings(failing: Node): void {
    const { dialect } = this;
    const test = enclosing(failing, dialect.isTest);
    const names = dialect.endings?.(test) ?? [];
    for (const { text, parent } of this.identifiersIn(test)) {
      if (names.includes(text) && parent?.type === 'call_expression') this.keep(parent, parent.endIndex);
    }
  }

  private keep(node: Node, end: number): void {
    this.kept.push({ start: node.startIndex, end });
    for (const identifier of this.identifiersIn(node)) {
      if (identifier.startIndex >= end || this.dialect.isMember(identifier)) continue;
      if (this.names.has(identifier.text)) continue;
      this.names.add(identifier.text);
      this.wanted.push(identifier.text);
    }
  }

  private identifiersIn(node: Node): Node[] {
    return node.descendantsOfType([...this.dialect.identifiers]).filter((one) => one !== null);
  }

  /** A value that a function changes depends on the statements that pass or call this function. */
  private keepCallback(inside: Node): void {
    const { dialect, root } = this;
    const callback = this.outermostFunction(inside);
    if (!callback || this.callbacks.has(callback.id)) return;
    this.callbacks.add(callback.id);
    const holder = enclosing(
      callback,
      (node) => definitionsAt(node, dialect).some(({ isChange }) => !isChange) || dialect.statement.test(node.type),
    );
    if (hookAt(holder, dialect) !== undefined) return;
    this.keep(holder, holder.endIndex);
    const isNamed = holder.id === callback.id || callback.parent?.id === holder.id;
    const names = new Set(isNamed ? definitionsAt(holder, dialect).flatMap((one) => one.names) : []);
    if (names.size === 0) return;
    this.all ??= this.identifiersIn(root).map((node) => ({ node, name: node.text }));
    for (const { node: use, name } of this.all) {
      if (!names.has(name) || isIn(use, holder) || !this.isOfThisTest(use)) continue;
      const statement = enclosing(use, ({ type }) => dialect.statement.test(type));
      if (this.failing.some((one) => isIn(one, statement)) || isAfter(statement, dialect, this.failing)) continue;
      this.keep(statement, statement.endIndex);
      this.keepCallback(statement);
    }
  }

  /** Around a node, without a failure in it. */
  private outermostFunction(node: Node): Node | undefined {
    let found: Node | undefined;
    for (let at = node.parent; at && !this.failing.some((one) => isIn(one, at!)); at = at.parent) {
      if (this.dialect.callback.test(at.type)) found = at;
    }
    return found;
  }

  private isOfThisTest(node: Node): boolean {
    for (let at = node.parent; at; at = at.parent) if (isOtherTest(at, this.dialect, this.failing)) return false;
    return true;
  }

  /** Is it in a scope of something that failed, or at the top? A change is in the scope of the name. */
  private isSeen({ node, isInner, isChange }: Definition, name: string): boolean {
    for (let scope = isInner ? node : scopeOf(node, this.dialect); ; scope = scopeOf(scope, this.dialect)) {
      const isAround = this.failing.some((one) => isIn(one, scope)) || this.kept.some((range) => covers(scope, range));
      if (isAround || !scope.parent) return isAround;
      if (isInner || !isChange || this.isDeclaredIn(scope, name)) return false;
    }
  }

  /** Does a function of this file change a parameter? One of another file may; one that is a value may change what it closes over. */
  private mayChange({ by, isCalled }: Definition, name: string): boolean {
    if (isCalled)
      return this.definitions.get(name)?.some(({ node, isChange }) => !isChange && !hasParameters(node)) ?? false;
    const helpers = this.definitions.get(by ?? '')?.filter(({ node }) => hasParameters(node)) ?? [];
    return helpers.every(({ node }) =>
      this.identifiersIn(node.childForFieldName('parameters')!).some(({ text }) =>
        this.definitions.get(text)?.some((one) => one.isChange && isIn(one.node, node)),
      ),
    );
  }

  private isDeclaredIn(scope: Node, name: string): boolean {
    const parameters = scope.childForFieldName('parameters') ?? scope.childForFieldName('parameter');
    const isSelf = /^(?:self|cls)$/.test(name); // the same in all methods
    if (parameters && !isSelf && this.identifiersIn(parameters).some(({ text }) => text === name)) return true;
    const declared = this.definitions.get(name)?.filter(({ isChange }) => !isChange) ?? [];
    return declared.some(({ node }) => scopeOf(node, this.dialect).id === scope.id);
  }
}

interface Definition extends Given {
  readonly node: Node;
}

function hasParameters(node: Node): boolean {
  return node.childForFieldName('parameters') !== null;
}

/** By name: where a value is given to it, or changed. Other tests do not count. */
function definitionsIn(root: Node, dialect: Dialect, failing: readonly Node[]): Map<string, Definition[]> {
  const found = new Map<string, Definition[]>();
  const visit = (node: Node) => {
    // A teardown changes nothing before the failure.
    const isTeardown = /^(?:after|teardown)/i.test(hookAt(node, dialect) ?? '');
    if (isTeardown || isAfter(node, dialect, failing) || isOtherTest(node, dialect, failing)) return;
    // What contains a failure is kept in part only.
    const isAround = failing.some((statement) => statement.id !== node.id && isIn(statement, node));
    for (const given of isAround ? [] : definitionsAt(node, dialect)) {
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
  return root.descendantsOfType(imports).flatMap((node) => {
    if (!node || libraries.test(node.text)) return [];
    if (node.type !== 'variable_declarator') return namesIn(node);
    const isRequired = /^require\(/.test(field(node, 'value')?.text ?? '');
    return isRequired ? namesIn(field(node, 'name')!) : [];
  });
}
