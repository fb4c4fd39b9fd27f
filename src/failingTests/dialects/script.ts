/** Slices of JavaScript and TypeScript. */
import type { Node } from 'web-tree-sitter';
import { changed, changedByCall, field, given, headOf, hookNamed, namesIn, type Dialect, type Given } from './dialect';

const scriptDefinitions: Readonly<Record<string, (node: Node) => readonly Given[]>> = {
  variable_declarator(node) {
    const [name, value] = [field(node, 'name'), field(node, 'value')];
    if (!name) return [];
    // Of what is taken apart, only the value must stay.
    return [{ names: namesIn(name), part: name.type === 'identifier' || !value ? node : value }];
  },
  assignment_expression: (node) => changed(field(node, 'left'), node),
  augmented_assignment_expression: (node) => changed(field(node, 'left'), node),
  update_expression: (node) => changed(field(node, 'argument'), node),
  function_declaration: (node) => given(field(node, 'name'), node),
  generator_function_declaration: (node) => given(field(node, 'name'), node),
  class_declaration: (node) => given(field(node, 'name'), node),
  interface_declaration: (node) => given(field(node, 'name'), node),
  type_alias_declaration: (node) => given(field(node, 'name'), node),
  enum_declaration: (node) => given(field(node, 'name'), node),
  for_in_statement: (node) => headOf(node),
  call_expression: (node) => changedByCall(node, /^arrow_function$/),
};

/** Suites that the failure is not in do not count either. */
const scriptTest = /^(?:it|test|specify|xit|fit|bench|x?describe|x?context|suite)\b/;

export const script: Dialect = {
  statement: /_(?:statement|declaration)$/,
  body: /^(?:statement_block|class_body)$/,
  callback: /function|^method_definition$/,
  scope:
    /^(?:statement_block|program|class_body|(?:arrow_|generator_)?function|function_\w+|method_definition|for_\w*statement)$/,
  identifiers: ['identifier', 'type_identifier', 'shorthand_property_identifier'],
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
    return hookNamed((call && field(call, 'function'))?.text.split('.').at(-1));
  },
  definitions: (node) => scriptDefinitions[node.type]?.(node) ?? [],
};

function hasFunction(call: Node): boolean {
  const last = field(call, 'arguments')?.lastNamedChild;
  return /function/.test(last?.type ?? '') || /function/.test(field(call, 'arguments')?.namedChild(1)?.type ?? '');
}
