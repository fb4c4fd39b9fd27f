/** Where the names of a text occur: whether what has a name is still used is the strongest sign that it has to stay. */
import type { ElementTree } from '../../syntax/elementTree';
import { namesOf } from '../names/names';

export interface NameTable {
  /** For each element the index of the first name in it, -1 if there is none. */
  readonly first: Int32Array;
  /** For each name the elements that are it, in the order of the text. */
  readonly occurrences: readonly (readonly number[])[];
}

export function nameTable(tree: ElementTree): NameTable {
  const occurrences = [...namesOf(tree).values()].map((name) => name.occurrences);
  const first = new Int32Array(tree.count).fill(-1);
  occurrences.forEach((elements, name) => {
    for (const element of elements) first[element] = name;
  });
  for (let element = tree.count - 1; element > 0; element--) {
    if (first[element] >= 0) first[tree.parent[element]] = first[element];
  }
  return { first, occurrences };
}

/** The reference of a unit: where its first name occurs outside of it. */
export const usedNowhere = 0;
export const usedAfter = 1;
export const usedBefore = 2;
export const noName = 3;

/** The first name of any part of a very long run is used after it. Such a run may hardly ever go, and says nothing of shorter ones. */
export const ofAPart = 4;

/** How many there are. */
export const references = 5;
