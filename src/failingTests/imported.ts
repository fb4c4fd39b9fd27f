/** Names that a test file has from other files of the user's, as far as its imports tell. */
import type { Node } from 'web-tree-sitter';

const imports = ['import_statement', 'import_from_statement', 'use_declaration', 'variable_declarator'];

/** Runners, assertions and what comes with a language. */
const libraries =
  /['"](?:node:|assert|fs|os|path|util|vitest|@?jest|mocha|chai|sinon|@testing-library|@playwright)|^(?:import|from) (?:pytest|unittest|os|sys|io|json|re|datetime|pathlib|tempfile)\b|^use (?:std|core)::/;

export function importedNames(root: Node): string[] {
  return root.descendantsOfType(imports).flatMap((node) => {
    if (!node || libraries.test(node.text)) return [];
    const isDeclarator = node.type === 'variable_declarator';
    if (isDeclarator && !/^require\(/.test(node.childForFieldName('value')?.text ?? '')) return [];
    const names = (isDeclarator ? node.childForFieldName('name') : node) ?? node;
    const all = [
      names,
      ...names.descendantsOfType(['identifier', 'type_identifier', 'shorthand_property_identifier_pattern']),
    ];
    return all.flatMap((one) => (one && one.childCount === 0 ? [one.text] : []));
  });
}
