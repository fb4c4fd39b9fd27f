/**
 * The elements that may go when a search ends at statements: members of blocks, of lists of arguments, and of literals. The rest stays
 * as a person wrote it: titles and bodies of tests, and declarations of variables that are still used.
 */
import { childrenOf, type ElementTree } from '../../syntax/elementTree';

/** Types of the nodes whose members may go, in all grammars. In a bundle, a file stands for the root of its grammar. */
const containers =
  /^(?:directory|file(?:\.\w+)?|program|module|source_file|translation_unit|document|compilation_unit|(?:\w+_)?(?:block|body)|(?:declaration|field_declaration|statement)_list|arguments|argument_list|array|array_expression|list|tuple|set|object|dictionary|literal_value|initializer_list|named_imports|import_clause|import_list|import_spec_list|import_from_statement|(?:lexical|variable)_declaration|use_list|object_pattern|expression_list|jsx_element|suite|switch_case|match_block|composite_literal|struct_expression|field_initializer_list|token_tree)$/;

/** Calls that make the frame of tests. */
const frame =
  /^(?:describe|context|suite|it|test|specify|before|after|beforeEach|afterEach|beforeAll|afterAll|setup|teardown)\b/;

const declared = /^([\w$]+)$/;
const declaration = /^(?:let|var)\s+([\w$]+(?:\s*,\s*[\w$]+)*)\s*;?$/;

export function isStatementOrEntry(tree: ElementTree, element: number): boolean {
  const { types, type, parent, extra } = tree;
  if (extra[element] === 1) return true;
  const around = types[type[parent[element]]];
  if (!containers.test(around) || listed.test(types[type[element]])) return false;
  if (listed.test(around)) return !isOfFrame(tree, parent[element]) && isSpareArgument(tree, element);
  return !isLastOfBranch(tree, element) && !isUsedDeclaration(tree, element) && !isUsedName(tree, element);
}

const listed = /^argument(?:s|_list)$/;
const named = /^(?:keyword_argument|\w*(?:splat|spread)\w*)$/;
const literal = /^(?:object|dictionary)$/;
const error = /(?:Error|Exception)$/;

/** `f(a, b)` may become `f(a)`, but neither `f(b)` nor `f()`: no argument takes the place of another one. Options may go. */
function isSpareArgument(tree: ElementTree, element: number): boolean {
  const { text, start, types, type, parent } = tree;
  const typeOf = (one: number) => types[type[one]];
  if (named.test(typeOf(element))) return true;
  const list = parent[element];
  const places = childrenOf(tree, list).filter((one) => tree.extra[one] === 0 && !named.test(typeOf(one)));
  if (places.at(-1) !== element) return false;
  return places.length > 1 || literal.test(typeOf(element)) || error.test(text.slice(start[parent[list]], start[list]));
}

const branch = /^(?:if|elif|else|for|while|do|try)_/;

/** The statement for which there is a branch goes with it. In Go, the statements of a block are in a list. */
function isLastOfBranch(tree: ElementTree, element: number): boolean {
  const { types, type, parent, extra } = tree;
  const typeOf = (one: number) => types[type[one]] ?? '';
  const list = parent[element];
  const block = typeOf(list) === 'statement_list' ? parent[list] : list;
  if (!/^(?:statement_)?block$/.test(typeOf(block)) || !branch.test(typeOf(parent[block]))) return false;
  return childrenOf(tree, list).findLast((one) => extra[one] === 0) === element;
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

const imported = /import|^use_list$/;
const typed = /^(?:interface|type_alias|enum)_declaration$/;

/** An import, an entry of it, or a type whose name is used elsewhere: compilers ask for it, also where it is not run. */
function isUsedName(tree: ElementTree, element: number): boolean {
  const { text, start, end, types, type, parent } = tree;
  const own = types[type[element]];
  const isImport = [own, types[type[parent[element]]]].some((kind) => imported.test(kind));
  if (!isImport && !typed.test(own)) return false;
  const words = text.slice(start[element], end[element]);
  const names = isImport ? importedNames(words) : [/\w+\s+([\w$]+)/.exec(words)![1]];
  const rest = text.slice(0, start[element]) + text.slice(end[element]);
  return names.some((name) => isIn(rest, name));
}

/** `import a, { b as c } from 'd'`, `from a import b as c`, `import a.b`, `"a/b/v2"`, or an entry of a list: the names that it gives. */
function importedNames(text: string): string[] {
  const [, list] = /^(?:from\s+\S+\s+)?(?:import\s+)?(?:type\s+)?([^]*?)(?:\s+from\s+['"][^]*)?;?$/.exec(text)!;
  return list.split(/[,{}()\n]/).flatMap((entry) => {
    const path = entry.trim().replace(/^"(.*\/)?(?!v\d)|\/v\d+(?="$)|"$/g, '');
    return /([\w$]+)$/.exec(path.replace(/^([\w$]+)\..*/, '$1'))?.[1] ?? [];
  });
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
