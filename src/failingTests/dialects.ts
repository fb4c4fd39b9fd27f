/** What a slice must know of a language: its statements, scopes, tests, and where a name gets its value. */
import type { Node } from 'web-tree-sitter';

interface Given {
  /** Names that get a value here. */
  readonly names: readonly string[];
  /** What must stay for that. */
  readonly part: Node;
}

export interface Dialect {
  /** Types of statements. */
  readonly statement: RegExp;
  /** Types of bodies of functions and blocks. */
  readonly body: RegExp;
  /** Types of nodes in which a name is known that is defined in them. */
  readonly scope: RegExp;
  readonly identifiers: readonly string[];
  /** The name of a member, which is no variable. */
  isMember(identifier: Node): boolean;
  /** One test, with its body. */
  isTest(node: Node): boolean;
  definitions(node: Node): readonly Given[];
}

const scriptDefinitions: Readonly<Record<string, (node: Node) => readonly Given[]>> = {
  variable_declarator(node) {
    const [name, value] = [field(node, 'name'), field(node, 'value')];
    if (!name || !value) return [];
    // Of what is taken apart, only the value must stay.
    return [{ names: namesIn(name), part: name.type === 'identifier' ? node : value }];
  },
  assignment_expression: (node) => given(field(node, 'left'), node),
  augmented_assignment_expression: (node) => given(field(node, 'left'), node),
  update_expression: (node) => given(field(node, 'argument'), node),
  function_declaration: (node) => given(field(node, 'name'), node),
  generator_function_declaration: (node) => given(field(node, 'name'), node),
  class_declaration: (node) => given(field(node, 'name'), node),
  // calls.push(…) changes what calls is.
  expression_statement(node) {
    const call = node.namedChild(0);
    const member = call?.type === 'call_expression' ? field(call, 'function') : undefined;
    const object = member?.type === 'member_expression' ? rootOf(member, 'object') : undefined;
    return object?.type === 'identifier' && isOwn(object) ? [{ names: [object.text], part: node }] : [];
  },
};

const scriptTest = /^(?:it|test|specify|xit|fit|bench)\b/;

const script: Dialect = {
  statement: /_(?:statement|declaration)$/,
  body: /^(?:statement_block|class_body)$/,
  scope:
    /^(?:statement_block|program|class_body|(?:arrow_|generator_)?function|function_\w+|method_definition|for_\w*statement)$/,
  identifiers: ['identifier', 'shorthand_property_identifier'],
  isMember: () => false,
  isTest(node) {
    return node.type === 'call_expression' && scriptTest.test(field(node, 'function')?.text ?? '') && hasFunction(node);
  },
  definitions: (node) => scriptDefinitions[node.type]?.(node) ?? [],
};

const pythonDefinitions: Readonly<Record<string, (node: Node) => readonly Given[]>> = {
  assignment: (node) => given(field(node, 'left'), node),
  augmented_assignment: (node) => given(field(node, 'left'), node),
  named_expression: (node) => given(field(node, 'name'), node),
  with_item: (node) => [{ names: namesIn(node), part: node }],
  function_definition: (node) => given(field(node, 'name'), around(node, 'decorated_definition')),
  class_definition: (node) => given(field(node, 'name'), around(node, 'decorated_definition')),
  expression_statement(node) {
    const call = node.namedChild(0);
    const member = call?.type === 'call' ? field(call, 'function') : undefined;
    const object = member?.type === 'attribute' ? rootOf(member, 'object') : undefined;
    return object?.type === 'identifier' ? [{ names: [object.text], part: node }] : [];
  },
};

const python: Dialect = {
  statement: /_statement$|^(?:function|class|decorated)_definition$/,
  body: /^block$/,
  scope: /^(?:module|function_definition|class_definition|lambda)$/,
  identifiers: ['identifier'],
  isMember: (node) => isField(node, 'attribute', 'attribute') || isField(node, 'keyword_argument', 'name'),
  isTest: (node) => node.type === 'function_definition' && /^test/.test(field(node, 'name')?.text ?? ''),
  definitions: (node) => pythonDefinitions[node.type]?.(node) ?? [],
};

const goDefinitions: Readonly<Record<string, (node: Node) => readonly Given[]>> = {
  short_var_declaration: (node) => given(field(node, 'left'), node),
  assignment_statement: (node) => given(field(node, 'left'), node),
  var_spec: (node) => given(field(node, 'name'), node),
  const_spec: (node) => given(field(node, 'name'), node),
  function_declaration: (node) => given(field(node, 'name'), node),
  type_spec: (node) => given(field(node, 'name'), node),
};

const go: Dialect = {
  statement: /_(?:statement|declaration)$/,
  body: /^block$/,
  scope: /^(?:source_file|block|function_declaration|method_declaration|func_literal|for_statement)$/,
  identifiers: ['identifier'],
  isMember: (node) => isField(node, 'keyed_element', 'key'),
  isTest: (node) =>
    node.type === 'function_declaration' && /^(?:Test|Example|Fuzz)/.test(field(node, 'name')?.text ?? ''),
  definitions: (node) => goDefinitions[node.type]?.(node) ?? [],
};

const rustDefinitions: Readonly<Record<string, (node: Node) => readonly Given[]>> = {
  let_declaration: (node) => given(field(node, 'pattern'), node),
  assignment_expression: (node) => given(field(node, 'left'), node),
  compound_assignment_expr: (node) => given(field(node, 'left'), node),
  const_item: (node) => given(field(node, 'name'), node),
  static_item: (node) => given(field(node, 'name'), node),
  function_item: (node) => given(field(node, 'name'), node),
};

const rust: Dialect = {
  statement: /_(?:statement|declaration|item)$|^macro_invocation$/,
  body: /^block$/,
  scope: /^(?:source_file|block|function_item|closure_expression|mod_item)$/,
  identifiers: ['identifier'],
  isMember: () => false,
  isTest: (node) => node.type === 'function_item' && /\btest\b/.test(node.previousNamedSibling?.text ?? ''),
  definitions: (node) => rustDefinitions[node.type]?.(node) ?? [],
};

const dialects: Readonly<Record<string, Dialect>> = {
  javascript: script,
  typescript: script,
  tsx: script,
  python,
  go,
  rust,
};

/** By a grammar's id; undefined if nothing is known of the language. */
export function dialectOf(languageId: string): Dialect | undefined {
  return dialects[languageId];
}

function field(node: Node, name: string): Node | undefined {
  return node.childForFieldName(name) ?? undefined;
}

function isField(node: Node, parentType: string, name: string): boolean {
  return node.parent?.type === parentType && field(node.parent, name)?.id === node.id;
}

/** The variable of `a.b.c`, or a variable itself, gets a value by `part`. */
function given(target: Node | undefined, part: Node): Given[] {
  return target ? [{ names: namesIn(target), part }] : [];
}

/** Of a pattern all names; of `a.b[c]` the first. */
function namesIn(node: Node): string[] {
  const object = rootOf(node, 'object');
  if (object.id !== node.id) return [object.text];
  if (node.type === 'identifier') return [node.text];
  return node
    .descendantsOfType(['identifier', 'shorthand_property_identifier_pattern', 'field_identifier'])
    .flatMap((one) => (one ? [one.text] : []));
}

/** The innermost object of a member: `a` of `a.b.c`. */
function rootOf(node: Node, name: string): Node {
  let at = node;
  for (let object = field(at, name); object; object = field(at, name)) at = object;
  return at;
}

function around(node: Node, type: string): Node {
  return node.parent?.type === type ? node.parent : node;
}

/** Libraries of assertions are no values. */
function isOwn({ text }: Node): boolean {
  return !/^(?:expect|assert|should|console|jest|vi|cy|t)$/.test(text);
}

function hasFunction(call: Node): boolean {
  const last = field(call, 'arguments')?.lastNamedChild;
  return /function/.test(last?.type ?? '') || /function/.test(field(call, 'arguments')?.namedChild(1)?.type ?? '');
}
