/** Names of an element tree: their occurrences and probable definitions, found by the names of node types only. */
import { groupBy, isInside, textOf, type ElementTree } from '../../syntax/elementTree';

export interface Name {
  readonly text: string;
  /** Elements with this name, in the order of the text. */
  readonly occurrences: readonly number[];
  /** The largest element that probably defines it: of a defining kind, with this name as its first name. */
  readonly definition?: number;
}

const nameTypes = /identifier|name|word|variable|constant|^type_list$|^catch_type$|^expression_statement$/;
const dataTypes = /string|comment|text|content/;
const definingTypes =
  /decl|defin|import|include|param|assign|function|class|method|struct|enum|interface|type|item|spec|use|rule|pair|key|attribute|statement$/;
/** What has them has a name of its own. */
const members = /(?:_body|declaration_list)$/;

const importOfGo = 'import_spec';
/** `github.com/a/b/v2` has `b`. */
const besidePackage = /^.*\/(?!v\d)|\/v\d+$/g;

/** Every name, by its text. */
export function namesOf(tree: ElementTree): ReadonlyMap<string, Name> {
  const occurrences = occurrencesOf(tree);
  const first = firstNames(tree, occurrences.values());
  return new Map(
    Array.from(occurrences, ([text, all]) => [
      text,
      { text, occurrences: all, definition: definitionOf(tree, first, all) },
    ]),
  );
}

/** The names of the files of a bundle that something names: a file defines its own, as its header begins with it. */
export function fileNamesOf({ names = new Map(), text, start }: ElementTree): Name[] {
  const all = groupBy(names.keys(), (element) => names.get(element)!);
  const files = Array.from(all, ([name, occurrences]): Name => {
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

/** Of a member, what stands before its name, in fields and in nodes: of a variable, its type says more of it. */
const named = /method|property|function|operator|event/;
const typeFields = /^(?:type|returns|return_type|result)$/;
const modifiers = /^(?:modifiers|attribute_list|attribute|decorator|annotation)$/;

/** For each element the first name in it, of a member the first that is of no type and of no attribute; -1 if there is none. */
function firstNames(tree: ElementTree, names: Iterable<readonly number[]>): Int32Array {
  const { types, type, field, parent } = tree;
  const isBefore = (element: number) =>
    named.test(types[type[parent[element]]]) &&
    ((field[element] >= 0 && typeFields.test(types[field[element]])) || modifiers.test(types[type[element]]));
  const first = new Int32Array(tree.count).fill(-1);
  for (const occurrences of names) for (const element of occurrences) first[element] = element;
  for (let element = tree.count - 1; element > 0; element--) {
    const around = parent[element];
    if (first[element] >= 0 && (first[around] < 0 || !isBefore(element))) first[around] = first[element];
  }
  return first;
}

function definitionOf(tree: ElementTree, first: Int32Array, occurrences: readonly number[]): number | undefined {
  for (const occurrence of occurrences) {
    let definition: number | undefined;
    for (
      let around = tree.parent[occurrence];
      around > 0 && first[around] === occurrence;
      around = tree.parent[around]
    ) {
      const kind = tree.types[tree.type[around]];
      if (members.test(kind)) break;
      if (definingTypes.test(kind)) definition = around;
      if (kind === importOfGo) break;
    }
    if (definition !== undefined) return definition;
  }
  return undefined;
}

/** The occurrences that are not in `definition`. */
export function usesOutside(tree: ElementTree, occurrences: readonly number[], definition: number): number[] {
  return occurrences.filter((one) => !isInside(tree, one, definition));
}
