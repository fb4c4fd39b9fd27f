/** Names in a tree: leaves that read like one, and the types and fields of the nodes around them. */
import { childrenOf, textOf, type ElementTree } from '../elementTree';

const data = /comment|string_|_content|text|char|escape|number|literal$|lifetime/;

/** In shells: `Get-Item`. */
const hyphened = /^(?:(?:function|command)_name|pipeline|statement_list|script_block(?:_body)?)$/;

/** Of TypeScript: it is a comment, and needed. */
export const reference = /^\/\/\/ *<reference\b/;
/** Of a file that is split by brackets; a line that only says where it comes from is none. */
export const directive = /^#\s*(?:define|include|if|el|endif|undef)/;

/** Is the element a leaf that reads like a name? */
export function isName(tree: ElementTree, element: number): boolean {
  const { last, types, type, text, start, end } = tree;
  if (last[element] !== element || data.test(types[type[element]])) return false;
  const form = hyphened.test(types[type[element]]) ? /^[A-Za-z_$][\w$-]*;?$/ : /^[A-Za-z_$][\w$]*;?$/;
  return form.test(text.slice(start[element], end[element]));
}

/** Names in an element, in the order of the text. */
export function namesIn(tree: ElementTree, element: number): string[] {
  const names: string[] = [];
  for (let inside = element; inside <= tree.last[element]; inside++) {
    if (isName(tree, inside)) names.push(nameOf(tree, inside));
  }
  return names;
}

export function nameOf(tree: ElementTree, element: number): string {
  return textOf(tree, element).replace(/;$/, '');
}

export function typeOf({ types, type }: ElementTree, element: number): string {
  return types[type[element]];
}

/** Name of the field of its parent in which the element is; empty if there is none. */
export function fieldOf({ types, field }: ElementTree, element: number): string {
  return field[element] < 0 ? '' : types[field[element]];
}

export function childIn(tree: ElementTree, element: number, field: string): number | undefined {
  return childrenOf(tree, element).find((child) => fieldOf(tree, child) === field);
}

/** An element that is read, with the types of its node and its parent's, and its field. */
export interface At {
  readonly element: number;
  readonly parent: number;
  readonly type: string;
  readonly parentType: string;
  readonly field: string;
}

/** What is known of an element when its children are read. */
export interface Around {
  /** The unit in which it is. */
  readonly unit: number;
  readonly inBody: boolean;
  readonly inClass: boolean;
  readonly inImport: boolean;
  /** Are the names in it bound here: in parameters, patterns? */
  readonly binds: boolean;
  /** In a file of a bundle of which only is read what it names. */
  readonly isOpaque: boolean;
}

const binders = /^(?:closure_parameters|match_pattern|formal_parameters|parameters|lambda_parameters)$/;

/** Is a name here one of a parameter or pattern? `isInside`: around it, it is. */
export function isBinding({ type, parentType, field }: At, isInside: boolean): boolean {
  if (/^(?:type|value|right|return_type|default_value)$/.test(field)) return false;
  if (isInside || binders.test(type)) return true;
  if (field === 'declarator') return parentType === 'parameter_declaration';
  if (field === 'parameter') return parentType === 'catch_clause';
  return field === 'pattern' && /parameter(?!_pack)|let_condition|for_expression/.test(parentType);
}

/** Is it the body of a function of C++ that has to return something, whoever calls it? */
function isConstant(tree: ElementTree, body: number): boolean {
  const { text, start, parent } = tree;
  return (
    typeOf(tree, parent[body]) === 'function_definition' &&
    /\bconst(?:expr|eval)\b/.test(text.slice(start[parent[body]], start[body]))
  );
}

export const attributeTypes = /^(?:inner_)?attribute_item$/;

/** An element that is all of its parent has the parent's type: `return x` of a body in Python. */
export function isOneStatement(tree: ElementTree, element: number): boolean {
  const type = typeOf(tree, element);
  const { text, start, end, last } = tree;
  if (last[element] === element || !/^(?:block|module|body_statement|program|source_file|statement_list)$/.test(type))
    return false;
  if (text[start[element]] === '{') return false;
  if (/^\w/.test(text.slice(start[element], start[element + 1]).trim())) return true;
  const [first, second] = childrenOf(tree, element).filter(
    (child) => !tree.extra[child] && !attributeTypes.test(typeOf(tree, child)),
  );
  return second !== undefined && !/[\n;{}]/.test(text.slice(end[first] - 1, start[second]));
}

/** What is assigned to; in Lua it is a list without a field, in R any operator has it. */
export function leftOf(tree: ElementTree, element: number): number | undefined {
  const mayAssign = /assignment|expression_statement|^block$/.test(typeOf(tree, element));
  const isLeft = (one: number) =>
    (mayAssign && fieldOf(tree, one) === 'left') ||
    fieldOf(tree, one) === 'lhs' ||
    typeOf(tree, one) === 'variable_list';
  return childrenOf(tree, element).find(isLeft);
}

export function wordsOf(text: string): readonly string[] {
  return text.match(/\b[A-Za-z_]\w*/g) ?? [];
}

const listTypes =
  /^(?:case_statement|namespace_definition|linkage_specification|block|module|body_statement|class_body|program|stylesheet|source_file|declaration_list|declarations|import_spec_list|var_spec_list|statement_list|directory|file(?:\.\w+)?)$/;
const noLists = /hash_ref|requirement|requires|lambda|concept|ERROR|comment|string|token_tree|accessor_list/;

const parts = /^(?:access_specifier|statement_list|namespace_name|namespace_use_clause)$/;

/** Is it a unit, as a member of a list? */
export function isMember(tree: ElementTree, { parent, type, parentType, field }: At): boolean {
  if (parentType === 'import_from_statement' && field === 'name') return true;
  if (!isListOfUnits(tree, parent, parentType) || parts.test(type)) return false;
  if (type === 'return_statement' && isConstant(tree, parent)) return false;
  return !(/^(?:case_statement|linkage_specification)$/.test(parentType) && field === 'value');
}

/** Are the children of the element units? */
export function isListOfUnits(tree: ElementTree, element: number, type: string): boolean {
  const { text, start, end, last } = tree;
  // Of a call in Ruby.
  if (type === 'block' && typeOf(tree, tree.parent[element]) === 'call') return false;
  if (type === 'do_block') return /^defmodule\b/.test(textOf(tree, tree.parent[element]));
  if (element === 0 || listTypes.test(type)) return !isOneStatement(tree, element);
  // `{ a } = {}` has its braces in its parts.
  const isBraced = text[start[element]] === '{' && text[end[element] - 1] === '}';
  return isBraced && !noLists.test(type) && (last[element] === element || start[element + 1] > start[element]);
}

/** In lists of Dart: annotations, and what a variable begins with. */
export const headTypes = /^(?:annotation|(?:const|final|late)_builtin|type_identifier|void_type|inferred_type)$/;

/** The body of a function that stands beside its head. */
export function bodyBehind(tree: ElementTree, element: number): number | undefined {
  const next = tree.last[element] + 1;
  if (!/_signature$/.test(typeOf(tree, element)) || tree.parent[next] !== tree.parent[element]) return undefined;
  return typeOf(tree, next) === 'function_body' ? next : undefined;
}
