/**
 * The order of Perses (Sun et al. 2018): heavy nodes first. The deletable children of a node form lists for the reducer; a required
 * child is replaced by one of its descendants.
 */
import { hoists } from '../moves/hoist';
import { listsUnder } from '../lists/hddr';
import { jumps } from '../moves/jumps';
import { passes } from '../lists/lists';
import type { ListAt } from '../lists/lists';
import type { Pass } from '../lists/pass';
import { polish } from '../moves/polish';
import { inSequence, parsing, shrinking, untilSettled } from './steps';
import type { Strategy } from '../strategy';

export const perses: Strategy = {
  name: 'perses',
  description: 'The order of Perses: lists of the heaviest node first, then replacements by descendants.',
  needsTree: true,
  treeMinimal: false,
  usesReducer: true,
  options: ['direction'],
  search: parsing(shrinking(inSequence(untilSettled(inSequence(jumps, passes(byWeight), hoists)), polish))),
};

/** A node is never heavier than its parent: by weight, parents come before their children. */
function byWeight({ tree }: Pass): ListAt {
  const { weight } = tree;
  const parents = Array.from(weight.keys()).sort((a, b) => weight[b] - weight[a] || a - b);
  return listsUnder(tree, parents);
}
