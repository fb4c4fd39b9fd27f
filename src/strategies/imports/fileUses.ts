/** Files of a bundle, each with everything that names it: either alone would break the program. */
import { isInside, type ElementTree } from '../../syntax/elementTree';
import { fileNamesOf } from '../names';
import { importAround } from '../treewide/statements';

/** Elements that go together. The first is a file, the others are the smallest statements or entries around its uses. */
export type FileWithUses = readonly number[];

export function filesWithUses(tree: ElementTree): FileWithUses[] {
  return fileNamesOf(tree).flatMap((occurrences): FileWithUses[] => {
    // A file begins with its header, which begins with its name.
    const file = occurrences.find((one) => tree.text.startsWith(tree.names!.get(one)!, tree.start[one]));
    if (file === undefined) return [];
    const uses = occurrences.filter((one) => !isInside(tree, one, file));
    const members = uses.map((use) => importAround(tree, use));
    const areApart = members.every((member) => member > 0 && !isInside(tree, file, member));
    return members.length > 0 && areApart ? [[file, ...new Set(members)]] : [];
  });
}
