/**
 * Coupled deletions of the groups after names. A group goes with the groups after all other occurrences of its name; the i-th member
 * of one goes with the i-th members of the others. The uses of names that a deleted part introduces go too. So a parameter goes with
 * its arguments, and `<T>` of `enum Slot<T> { Taken(T) }` goes with `Slot<()>`, with `(T)` and with `(x)` of `Taken(x)`.
 */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import { removalRanges } from '../../syntax/removal';
import type { Edit, SourceText } from '../../text/source';
import { render } from '../../text/source';
import { tidyCuts } from '../../text/tidy';
import { closure } from '../names/closure';
import type { Deletion, Reach } from '../names/closure';
import { familiesOf } from '../names/groups';
import type { Family } from '../names/groups';
import { tryMoves } from './moves';
import type { Moves } from './moves';
import { namesOf } from '../names/names';
import { deletableIn } from '../lists/pass';
import { named } from '../pipelines/steps';
import { scopeOf } from '../strategy';
import type { StrategyContext } from '../strategy';

export const signatures = named(() => l10n.t('Simplifying signatures'), tryMoves(signatureDeletions));

/** First deletion: a family of groups, or one member of each group. */
interface Seed {
  readonly family: Family;
  /** Index of the member; -1: the groups themselves. */
  readonly member: number;
}

function signatureDeletions(text: SourceText, { parse, fixed }: StrategyContext): Moves {
  const tree = parse(render(text));
  const scope = scopeOf(tree.text.length, fixed);
  const names = [...namesOf(tree).values()];
  const families = familiesOf(tree, names);
  const seeds = families.flatMap(seedsOf).sort((a, b) => lengthOf(tree, b) - lengthOf(tree, a));
  const close = closure(tree, names, families);
  const fits = ({ elements, groups }: Deletion) =>
    elements.every((element) => deletableIn(tree, fixed, element)) &&
    groups.every(({ start, end }) => start >= scope.start && end <= scope.end);
  return {
    count: seeds.length * reaches.length,
    edits(index) {
      const seed = seeds[Math.floor(index / reaches.length)];
      const deletion = close(seedDeletion(seed), reaches[index % reaches.length]);
      return deletion && fits(deletion) ? tidyCuts(tree.text, rangesOf(tree, deletion), scope) : [];
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

function rangesOf(tree: ElementTree, { elements, groups }: Deletion): Edit[] {
  const removed = new Uint8Array(tree.count);
  for (const element of elements) removed[element] = 1;
  for (const { element } of groups) if (element >= 0) removed[element] = 1;
  return [...removalRanges(tree, removed), ...groups.map(({ start, end }) => ({ start, end }))];
}
