/** Names in a tree: leaves that read like one, and the types and fields of the nodes around them. */
import { childrenOf, textOf, type ElementTree } from '../elementTree';

const data = /comment|string_|_content|text|char|escape|number|literal$|lifetime/;

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
