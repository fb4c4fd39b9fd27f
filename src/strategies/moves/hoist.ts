/**
 * Hoisting: replaces an element by one of its descendants (Perses, Sun et al. 2018: "replace"). Heavy elements come first. Descendants
 * of the same type come first, then the lightest. The parse filter and the oracle decide whether a descendant fits.
 */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import { cutsAround, deletableElements, heaviestFirst, type ParsedText } from '../parsedText';
import { jumps } from './jumps';
import { tryMoves, type Moves } from './moves';
import { inSequence, parsing, shrinking, untilSettled } from '../pipelines/steps';
import type { Strategy } from '../strategy';

/** Limits on the descendants of an element that are tried: their number and depth. */
const mostSources = 6;
const deepest = 4;

export const hoists = tryMoves(() => l10n.t('Replacing elements with their parts'), hoistsOf);

export const hoist: Strategy = {
  name: 'hoist',
  description: 'Replaces elements by one of their descendants, heavy elements first.',
  needsTree: true,
  usesReducer: false,
  options: [],
  search: parsing(shrinking(untilSettled(inSequence(jumps, hoists)))),
};

function hoistsOf(text: ParsedText): Moves<number> {
  const { tree } = text;
  return {
    targets: heaviestFirst(tree, deletableElements(text)).filter((element) => tree.last[element] > element),
    each: mostSources,
    edits(target, index) {
      const source = sourcesOf(tree, target)[index];
      if (source === undefined) return [];
      return cutsAround(text, target, { start: tree.start[source], end: tree.end[source] });
    },
  };
}

/** The descendants to try in place of `target`. */
export function sourcesOf(tree: ElementTree, target: number): number[] {
  const near: number[] = [];
  for (let element = target + 1; element <= tree.last[target]; element++) {
    if (tree.depth[element] - tree.depth[target] <= deepest) near.push(element);
    else element = tree.last[element];
  }
  const other = (element: number) => Number(tree.type[element] !== tree.type[target]);
  near.sort((a, b) => other(a) - other(b) || tree.weight[b] - tree.weight[a] || a - b);
  return near.slice(0, mostSources);
}
