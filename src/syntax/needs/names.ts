/** Names in a tree: leaves that read like one, and the types and fields of the nodes around them. */
import { childrenOf, textOf, type ElementTree } from '../elementTree';

const data = /comment|string_|_content|text|char|escape|number|literal$|lifetime/;

/** Of TypeScript: it is a comment, and needed. */
export const reference = /^\/\/\/ *<reference\b/;
/** Of a file that is split by brackets; a line that only says where it comes from is none. */
export const directive = /^#\s*(?:define|include|if|el|endif|undef)/;

/** Is the element a leaf that reads like a name? */
export function isName(tree: ElementTree, element: number): boolean {
  const { last, types, type, text, start, end } = tree;
  if (last[element] !== element || data.test(types[type[element]])) return false;
  return /^[A-Za-z_$][\w$]*;?$/.test(text.slice(start[element], end[element]));
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
export function isConstant(tree: ElementTree, body: number): boolean {
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
  if (last[element] === element || !/^(?:block|module|program|source_file|statement_list)$/.test(type)) return false;
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
