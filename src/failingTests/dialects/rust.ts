/** Slices of Rust. */
import type { Node } from 'web-tree-sitter';
import { changed, changedByCall, field, given, headOf, isField, type Dialect, type Given } from './dialect';

const rustDefinitions: Readonly<Record<string, (node: Node) => readonly Given[]>> = {
  let_declaration: (node) => given(field(node, 'pattern'), node),
  assignment_expression: (node) => changed(field(node, 'left'), node),
  compound_assignment_expr: (node) => changed(field(node, 'left'), node),
  call_expression: (node) => changedByCall(node),
  for_expression: (node) => headOf(node),
  const_item: (node) => given(field(node, 'name'), node),
  static_item: (node) => given(field(node, 'name'), node),
  function_item: (node) => [{ names: [ownName(node)], part: node }],
  struct_item: (node) => given(field(node, 'name'), node),
  enum_item: (node) => given(field(node, 'name'), node),
};

/** `Type::new` for what belongs to a type, but is called without a value of it. */
function ownName(node: Node): string {
  const name = field(node, 'name')?.text ?? '';
  const owner = node.parent?.parent;
  const isMethod = field(node, 'parameters')?.namedChildren.some((one) => one?.type === 'self_parameter');
  return owner?.type === 'impl_item' && !isMethod ? `${field(owner, 'type')?.text ?? ''}::${name}` : name;
}

export const rust: Dialect = {
  statement: /_(?:statement|declaration|item)$|^macro_invocation$/,
  body: /^block$/,
  scope: /^(?:source_file|block|function_item|closure_expression|mod_item)$/,
  callback: /^(?:function_item|closure_expression)$/,
  identifiers: ['identifier', 'type_identifier', 'field_identifier', 'scoped_identifier'],
  isMember: (node) => isField(node, 'scoped_identifier', 'name') || isField(node, 'field_initializer', 'field'),
  isTest: (node) => node.type === 'function_item' && /\btest\b/.test(node.previousNamedSibling?.text ?? ''),
  endings: () => [],
  hook: () => undefined,
  definitions: (node) => rustDefinitions[node.type]?.(node) ?? [],
};
