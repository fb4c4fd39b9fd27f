/** Files of a bundle, each with everything that names it: either alone would break the program. */
import { isInside, type ElementTree } from '../../syntax/elementTree';
import { fileNamesOf, usesOutside } from '../names/names';
import { importAround } from '../treewide/statements';

/** Elements that go together. The first is a file, the others are the smallest statements or entries around its uses. */
export type FileWithUses = readonly number[];

export function filesWithUses(tree: ElementTree): FileWithUses[] {
  return fileNamesOf(tree).flatMap(({ occurrences, definition }): FileWithUses[] => {
    if (definition === undefined) return [];
    const members = usesOutside(tree, occurrences, definition).map((use) => importAround(tree, use));
    const areApart = members.every((member) => member > 0 && !isInside(tree, definition, member));
    return members.length > 0 && areApart ? [[definition, ...new Set(members)]] : [];
  });
}
