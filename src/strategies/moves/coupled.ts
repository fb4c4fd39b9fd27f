/**
 * Coupled deletions: an element together with every definition that thereby loses its last use, or a definition together with all its
 * uses. Either alone would break the program.
 */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import { cutsOfElements, mayGo, type ParsedText } from '../parsedText';
import { importAround } from '../treewide/statements';
import { tryMoves, type Moves } from './moves';
import { fileNamesOf, isInside, memberAround, namesOf, type Name } from '../names/names';

export const coupledDeletions = tryMoves(() => l10n.t('Removing definitions with their uses'), deletionsOf);

function deletionsOf(text: ParsedText): Moves<readonly number[]> {
  const { tree } = text;
  const all = coupledGroups(tree).map(({ elements }) => elements);
  const groups = all.filter((group) => group.every((element) => mayGo(text, element)));
  return {
    targets: groups.sort((a, b) => weightOf(tree, b) - weightOf(tree, a)),
    edits: (group) => cutsOfElements(text, group),
  };
}

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
    ...withDefinitions(tree, [...names, ...files]).map((elements): Coupled => ({ elements, others: 'definitions' })),
    ...withUses(tree, names, memberAround).map((elements): Coupled => ({ elements, others: 'uses' })),
    ...filesWithUses(tree),
  ];
}

/** Files of a bundle, each with everything that names it. */
export function filesWithUses(tree: ElementTree): Coupled[] {
  return withUses(tree, fileNamesOf(tree), importAround).map((elements) => ({ elements, others: 'uses' }));
}

/** Elements with all uses of a name that is defined elsewhere, each with the definitions of such names. */
function withDefinitions(tree: ElementTree, names: readonly Name[]): number[][] {
  const lost = new Map<number, number[]>();
  for (const { occurrences, definition } of names) {
    if (definition === undefined) continue;
    const uses = occurrences.filter((use) => !isInside(tree, use, definition));
    if (uses.length === 0) continue;
    for (let around = uses[0]; around > 0; around = tree.parent[around]) {
      if (isInside(tree, definition, around)) break;
      if (!isInside(tree, uses[uses.length - 1], around)) continue;
      const definitions = lost.get(around);
      if (definitions) definitions.push(definition);
      else lost.set(around, [definition]);
    }
  }
  return Array.from(lost, ([element, definitions]) => [element, ...definitions]);
}

/** A definition, and for each use the smallest deletable element around it. */
function withUses(
  tree: ElementTree,
  names: readonly Name[],
  around: (tree: ElementTree, use: number) => number,
): number[][] {
  const groups: number[][] = [];
  for (const { occurrences, definition } of names) {
    if (definition === undefined || occurrences.length < 2) continue;
    const uses = occurrences.filter((use) => !isInside(tree, use, definition));
    const members = uses.map((use) => around(tree, use));
    if (members.length > 0 && members.every((member) => member > 0 && !isInside(tree, definition, member))) {
      groups.push([definition, ...new Set(members)]);
    }
  }
  return groups;
}

function weightOf({ weight }: ElementTree, group: readonly number[]): number {
  return group.reduce((sum, element) => sum + weight[element], 0);
}
