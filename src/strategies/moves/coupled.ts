/** Coupled deletions: elements that go together because of the names in them. Either alone would break the program. */
import * as l10n from '@vscode/l10n';
import { isInside, type ElementTree } from '../../syntax/elementTree';
import { type Deletion, type Family, type Reach, closure, familiesOf } from '../names/groups';
import { fileNamesOf, memberAround, namesOf, usesOutside, type Name } from '../names/names';
import { cutsOfElements, mayGo } from '../parsedText';
import { importAround } from '../treewide/statements';
import { tryMoves } from './moves';

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
      if (!isInside(tree, uses.at(-1)!, around)) continue;
      const definitions = lost.get(around) ?? [];
      definitions.push(definition);
      lost.set(around, definitions);
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

/** First deletion: a family of groups, or one member of each group. */
interface Seed {
  readonly family: Family;
  /** Index of the member; -1: the groups themselves. */
  readonly member: number;
}

/** Reaches of a deletion, the widest first. A deletion that two reaches share is tested once. */
const reaches: readonly Reach[] = [
  { uses: true, groups: true },
  { uses: true, groups: false },
  { uses: false, groups: false },
];

/**
 * A group after a name goes with the groups after all other occurrences of the name; the i-th member of one goes with the i-th members
 * of the others. The uses of names that a deleted part introduces go too. So a parameter goes with its arguments, and `<T>` of
 * `enum Slot<T> { Taken(T) }` goes with `Slot<()>`, with `(T)` and with `(x)` of `Taken(x)`.
 */
export const signatures = tryMoves<Seed>(
  () => l10n.t('Simplifying signatures'),
  (text) => {
    const { tree, scope } = text;
    const names = [...namesOf(tree).values()];
    const families = familiesOf(tree, names);
    const close = closure(tree, names, families);
    const isAllowed = ({ elements, groups }: Deletion) =>
      elements.every((element) => mayGo(text, element)) &&
      groups.every(({ start, end }) => start >= scope.start && end <= scope.end);
    return {
      targets: families.flatMap(seedsOf).sort((a, b) => lengthOf(tree, b) - lengthOf(tree, a)),
      each: reaches.length,
      edits(seed, index) {
        const deletion = close(deletionOf(seed), reaches[index]);
        if (!deletion || !isAllowed(deletion)) return [];
        const { elements, groups } = deletion;
        const whole = groups.flatMap(({ element }) => (element >= 0 ? [element] : []));
        const brackets = groups.map(({ start, end }) => ({ start, end }));
        return cutsOfElements(text, [...elements, ...whole], brackets);
      },
    };
  },
);

function seedsOf(family: Family): Seed[] {
  const most = Math.max(...family.map(({ members }) => members.length));
  return Array.from({ length: most + 1 }, (_, index) => ({ family, member: index - 1 }));
}

function deletionOf({ family, member }: Seed): Deletion {
  if (member < 0) return { elements: [], groups: family };
  return { elements: family.flatMap(({ members }) => members.slice(member, member + 1)), groups: [] };
}

/** UTF-16 units. */
function lengthOf({ start, end }: ElementTree, seed: Seed): number {
  const { elements, groups } = deletionOf(seed);
  const own = elements.reduce((sum, element) => sum + end[element] - start[element], 0);
  return groups.reduce((sum, group) => sum + group.end - group.start, own);
}
