/**
 * Coupled deletions of the groups after names. A group goes with the groups after all other occurrences of its name; the i-th member
 * of one goes with the i-th members of the others. The uses of names that a deleted part introduces go too. So a parameter goes with
 * its arguments, and `<T>` of `enum Slot<T> { Taken(T) }` goes with `Slot<()>`, with `(T)` and with `(x)` of `Taken(x)`.
 */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import { cutsOfElements, mayGo, type ParsedText } from '../parsedText';
import { closure, type Deletion, type Reach } from '../names/closure';
import { familiesOf, type Family } from '../names/groups';
import { tryMoves, type Moves } from './moves';
import { namesOf } from '../names/names';

export const signatures = tryMoves(() => l10n.t('Simplifying signatures'), signatureDeletions);

/** First deletion: a family of groups, or one member of each group. */
interface Seed {
  readonly family: Family;
  /** Index of the member; -1: the groups themselves. */
  readonly member: number;
}

function signatureDeletions(text: ParsedText): Moves<Seed> {
  const { tree, scope } = text;
  const names = [...namesOf(tree).values()];
  const families = familiesOf(tree, names);
  const close = closure(tree, names, families);
  const fits = ({ elements, groups }: Deletion) =>
    elements.every((element) => mayGo(text, element)) &&
    groups.every(({ start, end }) => start >= scope.start && end <= scope.end);
  return {
    targets: families.flatMap(seedsOf).sort((a, b) => lengthOf(tree, b) - lengthOf(tree, a)),
    each: reaches.length,
    edits(seed, index) {
      const deletion = close(seedDeletion(seed), reaches[index]);
      if (!deletion || !fits(deletion)) return [];
      const { elements, groups } = deletion;
      const whole = groups.flatMap(({ element }) => (element >= 0 ? [element] : []));
      return cutsOfElements(
        text,
        [...elements, ...whole],
        groups.map(({ start, end }) => ({ start, end })),
      );
    },
  };
}

/** Reaches of a deletion, the widest first. A deletion that two reaches share is tested once. */
const reaches: readonly Reach[] = [
  { uses: true, groups: true },
  { uses: true, groups: false },
  { uses: false, groups: false },
];

function seedsOf(family: Family): Seed[] {
  const most = Math.max(...family.map(({ members }) => members.length));
  return Array.from({ length: most + 1 }, (_, index) => ({ family, member: index - 1 }));
}

function seedDeletion({ family, member }: Seed): Deletion {
  if (member < 0) return { elements: [], groups: family };
  return { elements: family.flatMap(({ members }) => members.slice(member, member + 1)), groups: [] };
}

/** UTF-16 units. */
function lengthOf({ start, end }: ElementTree, seed: Seed): number {
  const { elements, groups } = seedDeletion(seed);
  const own = elements.reduce((sum, element) => sum + end[element] - start[element], 0);
  return groups.reduce((sum, group) => sum + group.end - group.start, own);
}
