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

export function wordsOf(text: string): readonly string[] {
  return text.match(/\b[A-Za-z_]\w*/g) ?? [];
}
