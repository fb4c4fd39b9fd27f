/** The languages of which slices are known, one row each: what their grammars call things, and how their functions throw. */
import type { Node } from 'web-tree-sitter';
import { changed, field, given, isField, namesIn, type Dialect } from './dialect';

/** Suites that the failure is not in do not count either. */
const scriptTest = /^(?:it|test|specify|xit|fit|bench|x?describe|x?context|suite)\b/;

const script: Dialect = {
  statement: /_(?:statement|declaration)$/,
  body: /^(?:statement_block|class_body)$/,
  callback: /function|^method_definition$/,
  scope:
    /^(?:statement_block|program|class_body|(?:arrow_|generator_)?function|function_\w+|method_definition|for_\w*statement)$/,
  identifiers: ['identifier', 'type_identifier', 'shorthand_property_identifier'],
  named: /^(?:function|generator_function|class|interface|type_alias|enum)_declaration$/,
  changing: /^(?:(?:augmented_)?assignment|update)_expression$/,
  loop: 'for_in_statement',
  arrow: /^arrow_function$/,
  special(node) {
    const [name, value] = [field(node, 'name'), field(node, 'value')];
    if (node.type !== 'variable_declarator' || !name) return undefined;
    // Of what is taken apart, only the value must stay.
    return [{ names: namesIn(name), part: name.type === 'identifier' || !value ? node : value }];
  },
  isMember: () => false,
  isTest(node) {
    return node.type === 'call_expression' && scriptTest.test(field(node, 'function')?.text ?? '') && hasFunction(node);
  },
  endings(test) {
    const callback = field(test, 'arguments')?.namedChildren.find((one) => /function/.test(one?.type ?? ''));
    const first = callback && (field(callback, 'parameters')?.namedChild(0) ?? field(callback, 'parameter'));
    const name = first && (field(first, 'pattern') ?? first);
    return name?.type === 'identifier' ? [name.text] : [];
  },
  hook(node) {
    const call = node.type === 'expression_statement' ? node.namedChild(0) : undefined;
    return (call && field(call, 'function'))?.text.split('.').at(-1);
  },
  throws: {
    functions:
      'function_declaration function_expression generator_function generator_function_declaration arrow_function method_definition',
    statement: (mark) => `throw new Error('${mark}');`,
    expression: (mark) => [`((() => { throw new Error('${mark}'); })(), (`, '))'],
  },
};

const python: Dialect = {
  statement: /_statement$|^(?:function|class|decorated)_definition$/,
  body: /^block$/,
  scope: /^(?:module|function_definition|class_definition|lambda)$/,
  callback: /^(?:function_definition|lambda)$/,
  identifiers: ['identifier'],
  named: /^named_expression$/,
  changing: /^augmented_assignment$/,
  loop: 'for_statement',
  arrow: /^lambda$/,
  special(node) {
    if (node.type === 'assignment') {
      const left = field(node, 'left');
      return (isOfMember(left) ? changed : given)(left, node);
    }
    if (node.type === 'with_item') return [{ names: namesIn(node), part: node }];
    if (!/^(?:function|class)_definition$/.test(node.type)) return undefined;
    return given(field(node, 'name'), node.parent?.type === 'decorated_definition' ? node.parent : node);
  },
  isMember: (node) => isField(node, 'attribute', 'attribute') || isField(node, 'keyword_argument', 'name'),
  isTest(node) {
    const name = field(node, 'name')?.text ?? '';
    return (node.type === 'function_definition' && /^test/.test(name)) || isTestClass(node, name);
  },
  hook: (node) => (node.type === 'function_definition' ? field(node, 'name')?.text : undefined),
  throws: { functions: 'function_definition', statement: (mark) => `raise BaseException('${mark}'); ` },
};

const go: Dialect = {
  statement: /_(?:statement|declaration)$/,
  body: /^block$/,
  scope: /^(?:source_file|block|function_declaration|method_declaration|func_literal|for_statement)$/,
  callback: /^(?:function_declaration|method_declaration|func_literal)$/,
  identifiers: ['identifier', 'type_identifier', 'field_identifier'],
  named: /^(?:(?:var|const|type)_spec|(?:function|method)_declaration)$/,
  changing: /^assignment_statement$/,
  loop: 'for_statement',
  special: (node) => (node.type === 'short_var_declaration' ? given(field(node, 'left'), node) : undefined),
  isMember: (node) => isField(node, 'keyed_element', 'key'),
  isTest: (node) =>
    node.type === 'function_declaration' && /^(?:Test|Example|Fuzz)/.test(field(node, 'name')?.text ?? ''),
  throws: {
    functions: 'function_declaration method_declaration func_literal',
    statement: (mark) => `panic("${mark}");`,
  },
};

const rust: Dialect = {
  statement: /_(?:statement|declaration|item)$|^macro_invocation$/,
  body: /^block$/,
  scope: /^(?:source_file|block|function_item|closure_expression|mod_item)$/,
  callback: /^(?:function_item|closure_expression)$/,
  identifiers: ['identifier', 'type_identifier', 'field_identifier', 'scoped_identifier'],
  named: /^(?:const|static|struct|enum)_item$/,
  changing: /^(?:assignment_expression|compound_assignment_expr)$/,
  loop: 'for_expression',
  special(node) {
    if (node.type === 'function_item') return [{ names: [rustName(node)], part: node }];
    return node.type === 'let_declaration' ? given(field(node, 'pattern'), node) : undefined;
  },
  isMember: (node) => isField(node, 'scoped_identifier', 'name') || isField(node, 'field_initializer', 'field'),
  isTest: (node) => node.type === 'function_item' && /\btest\b/.test(node.previousNamedSibling?.text ?? ''),
  throws: { functions: 'function_item', statement: (mark) => `panic!("${mark}");` },
};

/** By a grammar's id. */
export const dialects: Readonly<Record<string, Dialect | undefined>> = {
  ...{ javascript: script, typescript: script, tsx: script },
  ...{ python, go, rust },
};

function hasFunction(call: Node): boolean {
  const given = field(call, 'arguments');
  return [given?.lastNamedChild, given?.namedChild(1)].some((one) => /function/.test(one?.type ?? ''));
}

/** `self.a = …`, `self.a, self.b = …` */
function isOfMember(target: Node | undefined): boolean {
  return target?.type === 'attribute' || (target?.namedChildren.some((one) => one?.type === 'attribute') ?? false);
}

/** A class of tests that no other one extends. */
function isTestClass({ type, tree }: Node, name: string): boolean {
  if (type !== 'class_definition' || !/^Test|Test(?:s|Case)?$/.test(name)) return false;
  return tree.rootNode.text.split(new RegExp(`\\b${name}\\b`)).length === 2;
}

/** `Type::new` for what belongs to a type, but is called without a value of it. */
function rustName(node: Node): string {
  const name = field(node, 'name')?.text ?? '';
  const owner = node.parent?.parent;
  const isMethod = field(node, 'parameters')?.namedChildren.some((one) => one?.type === 'self_parameter');
  return owner?.type === 'impl_item' && !isMethod ? `${field(owner, 'type')?.text ?? ''}::${name}` : name;
}
