/**
 * Hoisting: replaces an element by one of its descendants (Perses, Sun et al. 2018: "replace"). Heavy elements come first. Descendants
 * of the same type come first, then the lightest. The parse filter and the oracle decide whether a descendant fits.
 */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import { render } from '../../text/source';
import type { SourceText } from '../../text/source';
import { cutsAround } from './around';
import { jumps } from './jumps';
import { tryMoves } from './moves';
import type { Moves } from './moves';
import { deletableIn } from '../lists/pass';
import { inSequence, named, parsing, shrinking, untilSettled } from '../pipelines/steps';
import { scopeOf } from '../strategy';
import type { Strategy, StrategyContext } from '../strategy';

/** Limits on the descendants of an element that are tried: their number and depth. */
const mostSources = 6;
const deepest = 4;

export const hoists = named(() => l10n.t('Replacing elements with their parts'), tryMoves(hoistsOf));

export const hoist: Strategy = {
  name: 'hoist',
  description: 'Replaces elements by one of their descendants, heavy elements first.',
  needsTree: true,
  treeMinimal: false,
  usesReducer: false,
  options: [],
  search: parsing(shrinking(untilSettled(inSequence(jumps, hoists)))),
};

function hoistsOf(text: SourceText, { parse, fixed }: StrategyContext): Moves {
  const tree = parse(render(text));
  const scope = scopeOf(tree.text.length, fixed);
  const targets = [...tree.start.keys()].filter(
    (element) => deletableIn(tree, fixed, element) && tree.last[element] > element,
  );
  targets.sort((a, b) => tree.weight[b] - tree.weight[a] || a - b);
  return {
    count: targets.length * mostSources,
    edits(index) {
      const target = targets[Math.floor(index / mostSources)];
      const source = sourcesOf(tree, target)[index % mostSources];
      if (source === undefined) return [];
      return cutsAround(tree, target, { start: tree.start[source], end: tree.end[source] }, scope);
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
