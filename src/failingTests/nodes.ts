/**
 * What nodes of a test file mean to a slice: statements, scopes and tests, and where a node is. One vocabulary serves JavaScript,
 * TypeScript, Python, Go and Rust: what their grammars call alike is alike.
 */
import type { Node } from 'web-tree-sitter';
import { type Grammar, withRoot } from '../syntax/grammar';
import type { Range } from '../text/ranges';

const script = (mark: string) => `throw new Error('${mark}');`;

/** Languages of which slices are known, by a grammar's id: the statement with which a function throws. */
export const throwing: Readonly<Record<string, ((mark: string) => string) | undefined>> = {
  ...{ javascript: script, typescript: script, tsx: script },
  python: (mark) => `raise BaseException('${mark}'); `,
  go: (mark) => `panic("${mark}");`,
  rust: (mark) => `panic!("${mark}");`,
};

export const statement =
  /_(?:statement|declaration)$|(?<!with)_item$|^(?:(?:function|class|decorated)_definition|macro_invocation)$/;
/** Bodies of functions, blocks and classes. */
export const body = /^(?:statement_block|class_body|block)$/;
export const callback = /function|^(?:method_de\w+|lambda|func_literal|closure_expression)$/;
/** A name is known in the one in which it is defined; in Python, blocks and loops are none. */
const scopes =
  /^(?:statement_block|class_body|class_definition|mod_item|(?:arrow_|generator_)?function|function_\w+|method_de\w+|func_literal|lambda|closure_expression)$/;
const innerScopes = /^(?:block|for_\w*statement)$/;
const identifiers = [
  ...['identifier', 'type_identifier', 'field_identifier'],
  ...['scoped_identifier', 'shorthand_property_identifier'],
];

const members: readonly (readonly [parent: string, name: string])[] = [
  ['attribute', 'attribute'],
  ['keyword_argument', 'name'],
  ['keyed_element', 'key'],
  ['scoped_identifier', 'name'],
  ['field_initializer', 'field'],
];

/** Suites that the failure is not in do not count either. */
const scriptTest = /^(?:it|test|specify|xit|fit|bench|x?describe|x?context|suite)\b/;

/** Objects by which a test changes its surroundings: clocks, modules, pages. */
export const surroundings = ['jest', 'vi', 'cy', 'monkeypatch'];

/** One test, with its body; or a class of tests that no other one extends. */
export function isTest(node: Node): boolean {
  switch (node.type) {
    case 'call_expression':
      return scriptTest.test(field(node, 'function')?.text ?? '') && callbackOf(node) !== undefined;
    case 'function_definition':
      return nameOf(node).startsWith('test');
    case 'class_definition':
      // Not one that others extend.
      return (
        /^Test|Test(?:s|Case)?$/.test(nameOf(node)) &&
        node.tree.rootNode.text.split(new RegExp(`\\b${nameOf(node)}\\b`)).length <= 2
      );
    case 'function_declaration':
      return node.parent?.type === 'source_file' && /^(?:Test|Example|Fuzz)/.test(nameOf(node));
    case 'function_item':
      return /\btest\b/.test(node.previousNamedSibling?.text ?? '');
    default:
      return false;
  }
}

function callbackOf(call: Node): Node | undefined {
  return field(call, 'arguments')?.namedChildren.find((one) => /function/.test(one?.type ?? '')) ?? undefined;
}

/** The name that a test calls to tell its runner that it is over: `done`. */
export function endingOf(test: Node): string | undefined {
  const given = callbackOf(test);
  const first = given && (field(given, 'parameters')?.namedChild(0) ?? field(given, 'parameter'));
  const name = first && (field(first, 'pattern') ?? first);
  return name?.type === 'identifier' ? name.text : undefined;
}

/** The name, if it is one of what runs before or after a test. */
export function hookAt(node: Node): string | undefined {
  const isCall = node.type === 'expression_statement' && node.tree.rootNode.type === 'program';
  const call = isCall ? node.namedChild(0) : undefined;
  const called = call ? field(call, 'function')?.text.split('.').at(-1) : undefined;
  const name = node.type === 'function_definition' ? nameOf(node) : (called ?? '');
  return /^(?:before|after|setup|teardown)\w*$/i.test(name) ? name : undefined;
}

/** A statement behind the failing one in its block: it did not run. In a loop, or in a callback, it may have run before. */
export function isAfter(node: Node, failing: readonly Node[]): boolean {
  return failing.some(({ parent, endIndex }) => {
    if (!parent || node.parent?.id !== parent.id || node.startIndex < endIndex) return false;
    return runsOnce(parent) && !/function/.test(node.type);
  });
}

/** The body of a test or of a named helper, and blocks in it that are no loops. */
function runsOnce(block: Node): boolean {
  const isLoop = ({ type }: Node) => /^(?:for|while|do|loop)_/.test(type);
  const at = enclosing(block, (node) => callback.test(node.type) || isLoop(node));
  const { parent } = at;
  if (isLoop(at)) return false;
  if (!parent || field(at, 'name') || field(parent, 'name')) return true;
  return isTest(at) || (parent.parent !== null && isTest(parent.parent));
}

export function isOtherTest(node: Node, failing: readonly Node[]): boolean {
  return isTest(node) && !failing.some((statement) => isIn(statement, node));
}

export function scopeOf(node: Node): Node {
  const isInner = ({ type, tree }: Node) => innerScopes.test(type) && tree.rootNode.type !== 'module';
  return enclosing(node.parent ?? node, (one) => scopes.test(one.type) || isInner(one));
}

export function identifiersIn(node: Node): Node[] {
  return nodesOf(node, identifiers);
}

/** Is it the name of a member, and no variable? */
export function isMember(identifier: Node): boolean {
  const { parent, id } = identifier;
  return members.some(([type, name]) => parent?.type === type && field(parent, name)?.id === id);
}

export function field(node: Node, name: string): Node | undefined {
  return node.childForFieldName(name) ?? undefined;
}

export function nameOf(node: Node): string {
  return field(node, 'name')?.text ?? '';
}

export function nodesOf(node: Node, types: string[]): Node[] {
  return node.descendantsOfType(types).filter((one) => one !== null);
}

/** The innermost node around this one, or itself, that is meant; else the root. */
export function enclosing(node: Node, isMeant: (node: Node) => boolean): Node {
  let at = node;
  while (at.parent && !isMeant(at)) at = at.parent;
  return at;
}

export function isIn(inner: Node, outer: Node): boolean {
  return outer.startIndex <= inner.startIndex && inner.endIndex <= outer.endIndex;
}

/** The innermost statement that begins on this row or goes across it. */
export function statementAt(root: Node, rows: readonly string[], row: number): Node | undefined {
  const column = (rows[row] ?? '').search(/\S/);
  const found = column < 0 ? root : statementAround(root.descendantForPosition({ row, column })!);
  return statement.test(found.type) ? found : undefined;
}

export function statementAround(node: Node): Node {
  return enclosing(node, ({ type }) => statement.test(type));
}

/** The statement at a line, from 1; '' for no line. And where the test is that failed at `failing`, with its statements. */
export function statementsOf(grammar: Grammar, text: string, failing: number) {
  const rows = text.split('\n');
  return withRoot(grammar, text, (root) => {
    const all = rows.map((_, at) => statementAt(root, rows, at));
    const texts = all.map((one, at) => one?.text ?? rows[at].trim());
    const test = enclosing(all[failing - 1] ?? root, isTest);
    const nodes = all.filter((one) => one !== undefined && isIn(one, test)) as Node[];
    const inTest = nodes.map(({ startIndex: start, endIndex: end }): Range => ({ start, end }));
    const around = test.parent ? { start: test.startIndex, end: test.endIndex } : undefined;
    return { statementOf: (line: number) => texts[line - 1] ?? '', inTest, test: around };
  });
}
