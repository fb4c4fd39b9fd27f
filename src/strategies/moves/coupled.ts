/** Coupled deletions: elements that go together because of the names in them. Either alone would break the program. */
import { addTo, isInside, type ElementTree } from '../../syntax/elementTree';
import { fileNamesOf, memberAround, namesOf, usesOutside, type Name } from '../names/names';
import { importAround } from '../treewide/statements';

/** Elements that may go together. */
export interface Coupled {
  /** The first is the reason that the others can go. */
  readonly elements: readonly number[];
  /** The others are definitions that lose their last use, or uses of the first. */
  readonly others: 'definitions' | 'uses';
}

export function coupledGroups(tree: ElementTree): readonly Coupled[] {
  const [names, files] = [[...namesOf(tree).values()], fileNamesOf(tree)];
  return [
    ...withDefinitions(tree, [...names, ...files]),
    ...withUses(tree, names, memberAround),
    ...filesWithUses(tree),
  ];
}

/** Files of a bundle, each with everything that names it. */
export function filesWithUses(tree: ElementTree): Coupled[] {
  return withUses(tree, fileNamesOf(tree), importAround);
}

/** Elements with all uses of a name that is defined elsewhere, each with the definitions of such names. */
function withDefinitions(tree: ElementTree, names: readonly Name[]): Coupled[] {
  const lost = new Map<number, number[]>();
  for (const { occurrences, definition = 0 } of names) {
    const uses = definition > 0 ? usesOutside(tree, occurrences, definition) : [];
    let around = uses.at(0) ?? 0;
    for (; around > 0 && !isInside(tree, definition, around); around = tree.parent[around]) {
      if (isInside(tree, uses.at(-1)!, around)) addTo(lost, around, definition);
    }
  }
  return Array.from(lost, ([element, definitions]) => ({ elements: [element, ...definitions], others: 'definitions' }));
}

/** A definition, and for each use the smallest deletable element around it. */
function withUses(
  tree: ElementTree,
  names: readonly Name[],
  around: (tree: ElementTree, use: number) => number,
): Coupled[] {
  return names.flatMap(({ occurrences, definition }): Coupled[] => {
    if (definition === undefined || occurrences.length < 2) return [];
    const members = usesOutside(tree, occurrences, definition).map((use) => around(tree, use));
    const areApart = members.every((member) => member > 0 && !isInside(tree, definition, member));
    return members.length > 0 && areApart ? [{ elements: [definition, ...new Set(members)], others: 'uses' }] : [];
  });
}
