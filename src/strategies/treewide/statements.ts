/**
 * The elements that may go when a search ends at statements: members of blocks, of lists of arguments, and of literals. The rest stays
 * as a person wrote it: titles and bodies of tests, and declarations of variables that are still used.
 */
import type { ElementTree } from '../../syntax/elementTree';

/** Types of the nodes whose members may go, in all grammars. In a bundle, a file stands for the root of its grammar. */
const containers =
  /^(?:directory|file(?:\.\w+)?|program|module|source_file|translation_unit|document|compilation_unit|(?:\w+_)?(?:block|body)|(?:declaration|field_declaration|statement)_list|arguments|argument_list|array|array_expression|list|tuple|set|object|dictionary|literal_value|initializer_list|named_imports|import_clause|import_list|import_from_statement|(?:lexical|variable)_declaration|use_list|object_pattern|expression_list|jsx_element|suite|switch_case|match_block|composite_literal|struct_expression|field_initializer_list|token_tree)$/;

/** Calls that make the frame of tests. */
const frame =
  /^(?:describe|context|suite|it|test|specify|before|after|beforeEach|afterEach|beforeAll|afterAll|setup|teardown)\b/;

const declared = /^([\w$]+)$/;
const declaration = /^(?:let|var)\s+([\w$]+(?:\s*,\s*[\w$]+)*)\s*;?$/;

export function isStatementOrEntry(tree: ElementTree, element: number): boolean {
  const { types, type, parent, extra } = tree;
  if (extra[element] === 1) return true;
  const around = types[type[parent[element]]];
  if (!containers.test(around)) return false;
  return around === 'arguments' ? !isOfFrame(tree, parent[element]) : !isUsedDeclaration(tree, element);
}

/** Types of the nodes whose members are statements, in all grammars. */
const blocks =
  /^(?:directory|file(?:\.\w+)?|program|module|source_file|translation_unit|document|compilation_unit|(?:\w+_)?(?:block|body)|(?:declaration|statement)_list|suite|switch_case|match_block)$/;

export function isStatement(tree: ElementTree, element: number): boolean {
  return isInBlock(tree, element) && isStatementOrEntry(tree, element);
}

function isInBlock({ types, type, parent }: ElementTree, element: number): boolean {
  return blocks.test(types[type[parent[element]]]);
}

/** Types of nodes, besides blocks, of which something useful is left without a member that names a file. */
const lists = /^(?:array|list|tuple|set|object|dictionary|preproc_(?:if|el)\w*|import_\w*list|use_list)$/;

/** The smallest statement or entry around the name of a file: the whole `var a = require('./a');`. 0 if there is none. */
export function importAround(tree: ElementTree, use: number): number {
  const { types, type, parent, slot, previous, next } = tree;
  for (let element = use; element > 0; element = parent[element]) {
    if (slot[element] < 0) continue;
    // `from . import a, b`
    const isListed = previous[element] >= 0 || next[element] >= 0;
    const around = types[type[parent[element]]];
    if (isInBlock(tree, element) || lists.test(around) || (isListed && around === 'import_from_statement'))
      return element;
  }
  return 0;
}

function isOfFrame({ text, start, parent }: ElementTree, list: number): boolean {
  const call = parent[list];
  return call >= 0 && frame.test(text.slice(start[call], start[list]));
}

/** `let a;`, or the `a` of it, while `a` is used elsewhere. */
function isUsedDeclaration({ text, start, end, types, type, parent }: ElementTree, element: number): boolean {
  const isOne = types[type[element]].endsWith('_declaration');
  if (!isOne && !/^(?:lexical|variable)_declaration$/.test(types[type[parent[element]]])) return false;
  const [, names] = (isOne ? declaration : declared).exec(text.slice(start[element], end[element])) ?? [];
  const rest = () => text.slice(0, start[element]) + text.slice(end[element]);
  return names?.split(/\s*,\s*/).some((name) => isIn(rest(), name)) ?? false;
}

function isIn(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(text);
}
