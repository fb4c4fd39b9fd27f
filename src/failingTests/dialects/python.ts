/** Slices of Python. */
import type { Node } from 'web-tree-sitter';
import {
  around,
  changed,
  changedByCall,
  field,
  given,
  headOf,
  hookNamed,
  isField,
  namesIn,
  type Dialect,
  type Given,
} from './dialect';

const pythonDefinitions: Readonly<Record<string, (node: Node) => readonly Given[]>> = {
  assignment: (node) => (isOfMember(field(node, 'left')) ? changed : given)(field(node, 'left'), node),
  augmented_assignment: (node) => changed(field(node, 'left'), node),
  named_expression: (node) => given(field(node, 'name'), node),
  with_item: (node) => [{ names: namesIn(node), part: node }],
  function_definition: (node) => given(field(node, 'name'), around(node, 'decorated_definition')),
  class_definition: (node) => given(field(node, 'name'), around(node, 'decorated_definition')),
  for_statement: (node) => headOf(node),
  call: (node) => changedByCall(node, /^lambda$/),
};

export const python: Dialect = {
  statement: /_statement$|^(?:function|class|decorated)_definition$/,
  body: /^block$/,
  scope: /^(?:module|function_definition|class_definition|lambda)$/,
  callback: /^(?:function_definition|lambda)$/,
  identifiers: ['identifier'],
  isMember: (node) => isField(node, 'attribute', 'attribute') || isField(node, 'keyword_argument', 'name'),
  isTest(node) {
    const name = field(node, 'name')?.text ?? '';
    return (node.type === 'function_definition' && /^test/.test(name)) || isTestClass(node, name);
  },
  endings: () => [],
  hook: (node) => (node.type === 'function_definition' ? hookNamed(field(node, 'name')?.text) : undefined),
  definitions: (node) => pythonDefinitions[node.type]?.(node) ?? [],
};

/** `self.a = …`, `self.a, self.b = …` */
function isOfMember(target: Node | undefined): boolean {
  return target?.type === 'attribute' || (target?.namedChildren.some((one) => one?.type === 'attribute') ?? false);
}

/** A class of tests that no other one extends. */
function isTestClass({ type, tree }: Node, name: string): boolean {
  if (type !== 'class_definition' || !/^Test|Test(?:s|Case)?$/.test(name)) return false;
  return tree.rootNode.text.split(new RegExp(`\\b${name}\\b`)).length === 2;
}
