/** Names that a text probably defines itself, found by the names of node types only: a variant may give them other names. */
import { namesOf, type Name } from '../../../src/strategies/names/names';
import type { ElementTree } from '../../../src/syntax/elementTree';

const definingTypes =
  /decl|defin|import|include|param|assign|function|class|method|struct|enum|interface|type|item|spec|use|rule|pair|key|attribute|statement$/;
/** What has them has a name of its own. */
const members = /(?:_body|declaration_list)$/;

const importOfGo = 'import_spec';

export function definedNamesOf(tree: ElementTree): Name[] {
  const names = [...namesOf(tree).values()];
  const first = firstNames(
    tree,
    names.map(({ occurrences }) => occurrences),
  );
  return names.filter(({ occurrences }) => isDefined(tree, first, occurrences));
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

/** Is something of a defining kind around an occurrence, with this name as its first one? */
function isDefined({ types, type, parent }: ElementTree, first: Int32Array, occurrences: readonly number[]): boolean {
  return occurrences.some((occurrence) => {
    for (let around = parent[occurrence]; around > 0 && first[around] === occurrence; around = parent[around]) {
      const kind = types[type[around]];
      if (members.test(kind)) return false;
      if (definingTypes.test(kind)) return true;
      if (kind === importOfGo) return false;
    }
    return false;
  });
}
