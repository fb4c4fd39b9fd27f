/** Names of an element tree, found by the names of node types only. */
import { groupBy, textOf, type ElementTree } from '../../syntax/elementTree';

export interface Name {
  readonly text: string;
  /** Elements with this name, in the order of the text. */
  readonly occurrences: readonly number[];
}

/** `definition`: the element of the file, if it is there. */
interface FileName extends Name {
  readonly definition?: number;
}

const nameTypes = /identifier|name|word|variable|constant|^type_list$|^catch_type$|^expression_statement$/;
const dataTypes = /string|comment|text|content/;
const importOfGo = 'import_spec';
/** `github.com/a/b/v2` has `b`. */
const besidePackage = /^.*\/(?!v\d)|\/v\d+$/g;

/** Every name, by its text. */
export function namesOf(tree: ElementTree): ReadonlyMap<string, Name> {
  return new Map(Array.from(occurrencesOf(tree), ([text, occurrences]) => [text, { text, occurrences }]));
}

/** The names of the files of a bundle that something names: a file defines its own, as its header begins with it. */
export function fileNamesOf({ names = new Map(), text, start }: ElementTree): FileName[] {
  const all = groupBy(names.keys(), (element) => names.get(element)!);
  const files = Array.from(all, ([name, occurrences]): FileName => {
    return { text: name, occurrences, definition: occurrences.find((one) => text.startsWith(name, start[one])) };
  });
  return files.filter(({ occurrences }) => occurrences.length > 1);
}

/** A leaf of another kind that reads like a name is a name too: an element with the whole text of its parent has the parent's type. */
function occurrencesOf(tree: ElementTree): Map<string, number[]> {
  const { types, type, last, start } = tree;
  const isName = types.map((name) => nameTypes.test(name));
  const isData = types.map((name) => dataTypes.test(name));
  const isPath = (element: number) => types[type[tree.parent[element]]] === importOfGo;
  const isLeaf = (element: number) =>
    element > 0 && last[element] === element && (isName[type[element]] || !isData[type[element]] || isPath(element));
  // A name that is a whole statement is one element with the sign at its end; a path ends with the name of the package.
  const nameOf = (element: number) =>
    isPath(element)
      ? textOf(tree, element).replace(besidePackage, '')
      : textOf(tree, element).replace(/(\w)\s*[;,]$/, '$1');
  const leaves = groupBy(Array.from(start.keys()).filter(isLeaf), nameOf);
  for (const [text, all] of leaves) if (!all.some((element) => isName[type[element]])) leaves.delete(text);
  return leaves;
}
