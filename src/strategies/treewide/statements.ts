/** What goes when a search ends at statements: members of blocks, of lists of arguments, and of literals. The rest stays as it is. */
import type { ElementTree } from '../../syntax/elementTree';

/** Types of the nodes whose members may go, in all grammars. */
const containers =
  /^(?:program|module|source_file|translation_unit|document|compilation_unit|(?:\w+_)?(?:block|body)|(?:declaration|field_declaration|statement)_list|arguments|argument_list|array|array_expression|list|tuple|set|object|dictionary|literal_value|initializer_list|named_imports|import_list|expression_list|jsx_element|suite|switch_case|match_block|composite_literal|struct_expression|field_initializer_list|token_tree)$/;

export function isStatementOrEntry({ types, type, parent, extra }: ElementTree, element: number): boolean {
  return extra[element] === 1 || containers.test(types[type[parent[element]]]);
}
