/** Which names an element tree has, where they occur, and what seems to define them: no grammar knowledge but names of node types. */
import type { ElementTree } from '../syntax/elementTree';

export interface Name {
  readonly text: string;
  /** Elements that are this name, in the order of the text. */
  readonly occurrences: readonly number[];
  /** The largest element that seems to define it: of a defining kind, and this is the first name in it. */
  readonly definition?: number;
}

const nameTypes = /identifier|name|word|variable|constant/;
const definingTypes =
  /decl|defin|import|include|param|assign|function|class|method|struct|enum|interface|type|item|spec|use|rule|pair|key|attribute|statement$/;

/** Every name, by its text. */
export function namesOf(tree: ElementTree): ReadonlyMap<string, Name> {
  const occurrences = new Map<string, number[]>();
  const isName = tree.types.map((type) => nameTypes.test(type));
  for (let element = 1; element < tree.count; element++) {
    if (tree.last[element] !== element || !isName[tree.type[element]]) continue;
    const text = tree.text.slice(tree.start[element], tree.end[element]);
    const known = occurrences.get(text);
    if (known) known.push(element);
    else occurrences.set(text, [element]);
  }
  const first = firstNames(tree, isName);
  return new Map(
    Array.from(occurrences, ([text, all]) => [
      text,
      { text, occurrences: all, definition: definitionOf(tree, first, all) },
    ]),
  );
}

/** For each element the first name in it; -1 if there is none. */
function firstNames(tree: ElementTree, isName: readonly boolean[]): Int32Array {
  const first = new Int32Array(tree.count).fill(-1);
  for (let element = tree.count - 1; element > 0; element--) {
    if (tree.last[element] === element && isName[tree.type[element]]) first[element] = element;
    if (first[element] >= 0) first[tree.parent[element]] = first[element];
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
      if (definingTypes.test(tree.types[tree.type[around]])) definition = around;
    }
    if (definition !== undefined) return definition;
  }
  return undefined;
}

export function isInside(tree: ElementTree, element: number, around: number): boolean {
  return element >= around && element <= tree.last[around];
}
