/** Names of an element tree, found by the names of node types only. */
import { groupBy, textOf, type ElementTree } from '../syntax/elementTree';

/** The elements with one name, in the order of the text. */
export type Occurrences = readonly number[];

const nameTypes = /identifier|name|word|variable|constant|^type_list$|^catch_type$|^expression_statement$/;
const dataTypes = /string|comment|text|content/;

/**
 * Every name, by its text. A leaf of another kind that reads like a name is a name too: an element with the whole text of its parent has
 * the parent's type.
 */
export function namesOf(tree: ElementTree): ReadonlyMap<string, Occurrences> {
  const { types, type, last, start } = tree;
  const isName = types.map((name) => nameTypes.test(name));
  const isData = types.map((name) => dataTypes.test(name));
  const isLeaf = (element: number) =>
    element > 0 && last[element] === element && (isName[type[element]] || !isData[type[element]]);
  const leaves = groupBy(Array.from(start.keys()).filter(isLeaf), (element) => textOf(tree, element));
  for (const [text, all] of leaves) if (!all.some((element) => isName[type[element]])) leaves.delete(text);
  return leaves;
}

/** The names of the files of a bundle that something names: where each is named, and the file's own header. */
export function fileNamesOf({ names = new Map() }: ElementTree): Occurrences[] {
  const all = groupBy(names.keys(), (element) => names.get(element)!);
  return [...all.values()].filter(({ length }) => length > 1);
}
