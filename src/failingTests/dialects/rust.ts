/** Slices of Rust. */
import type { Node } from 'web-tree-sitter';
import { changed, changedByCall, field, given, headOf, type Dialect, type Given } from './dialect';

const rustDefinitions: Readonly<Record<string, (node: Node) => readonly Given[]>> = {
  let_declaration: (node) => given(field(node, 'pattern'), node),
  assignment_expression: (node) => changed(field(node, 'left'), node),
  compound_assignment_expr: (node) => changed(field(node, 'left'), node),
  call_expression: (node) => changedByCall(node),
  for_expression: (node) => headOf(node),
  const_item: (node) => given(field(node, 'name'), node),
  static_item: (node) => given(field(node, 'name'), node),
  function_item: (node) => given(field(node, 'name'), node),
};

export const rust: Dialect = {
  statement: /_(?:statement|declaration|item)$|^macro_invocation$/,
  body: /^block$/,
  scope: /^(?:source_file|block|function_item|closure_expression|mod_item)$/,
  callback: /^(?:function_item|closure_expression)$/,
  identifiers: ['identifier'],
  isMember: () => false,
  isTest: (node) => node.type === 'function_item' && /\btest\b/.test(node.previousNamedSibling?.text ?? ''),
  endings: () => [],
  hook: () => undefined,
  definitions: (node) => rustDefinitions[node.type]?.(node) ?? [],
};
