/** Slices of Go. */
import type { Node } from 'web-tree-sitter';
import { changed, changedByCall, field, given, headOf, isField, type Dialect, type Given } from './dialect';

const goDefinitions: Readonly<Record<string, (node: Node) => readonly Given[]>> = {
  short_var_declaration: (node) => given(field(node, 'left'), node),
  assignment_statement: (node) => changed(field(node, 'left'), node),
  var_spec: (node) => given(field(node, 'name'), node),
  const_spec: (node) => given(field(node, 'name'), node),
  function_declaration: (node) => given(field(node, 'name'), node),
  call_expression: (node) => changedByCall(node),
  for_statement: (node) => headOf(node.namedChildren.find((one) => one?.type === 'range_clause') ?? node),
  method_declaration: (node) => given(field(node, 'name'), node),
  type_spec: (node) => given(field(node, 'name'), node),
};

export const go: Dialect = {
  statement: /_(?:statement|declaration)$/,
  body: /^block$/,
  scope: /^(?:source_file|block|function_declaration|method_declaration|func_literal|for_statement)$/,
  callback: /^(?:function_declaration|method_declaration|func_literal)$/,
  identifiers: ['identifier', 'type_identifier', 'field_identifier'],
  isMember: (node) => isField(node, 'keyed_element', 'key'),
  isTest: (node) =>
    node.type === 'function_declaration' && /^(?:Test|Example|Fuzz)/.test(field(node, 'name')?.text ?? ''),
  endings: () => [],
  hook: () => undefined,
  definitions: (node) => goDefinitions[node.type]?.(node) ?? [],
};
