/** Strategies that give lists of tree elements to the list reducer: HDD, HDDr, coarse HDD, and the order of Perses. */
import * as l10n from '@vscode/l10n';
import { childrenOf, groupBy, type ElementTree } from '../../syntax/elementTree';
import { hoists, jumps } from '../moves/hoists';
import { polish } from '../moves/canonical';
import { singles } from '../moves/deletions';
import type { StrategyOptions } from '../options';
import { heaviestFirst, mayGo } from '../parsedText';
import { inSequence, parsing, shrinking, untilSettled } from '../pipelines/steps';
import type { Step, Strategy } from '../strategy';
import { alive, passes, type ListAt, type Pass } from './lists';

/** HDD (Misherghi & Su 2006): level by level from the root; a list is what is left of a level, without elements that the grammar requires. */
export const hdd: Strategy = {
  name: 'hdd',
  description: 'Hierarchical delta debugging: one list per level of the syntax tree; 1-tree-minimal.',
  needsTree: true,
  usesReducer: true,
  options: ['direction'],
  search: toTreeMinimum(passes(levelsOf)),
};

/** HDDr (Kiss, Hodován & Gyimóthy 2018): children of one parent that share a slot are a list; parents breadth-first from the root. */
export const hddr: Strategy = {
  name: 'hddr',
  description: 'Recursive hierarchical delta debugging: one list per slot of a parent; 1-tree-minimal.',
  needsTree: true,
  usesReducer: true,
  options: ['traversal', 'direction'],
  search: toTreeMinimum(passes(familiesOf)),
};

/** Coarse HDD (Hodován, Kiss & Gyimóthy 2017): deletes only what the grammar allows, members of repetitions and optional children. */
export const coarse: Strategy = {
  name: 'coarse',
  description: 'HDDr on repeated and optional elements only; few tests, larger results.',
  needsTree: true,
  usesReducer: true,
  options: ['traversal', 'direction'],
  search: parsing(shrinking(inSequence(passes(familiesOf), polish))),
};

/**
 * The order of Perses (Sun et al. 2018): heavy nodes first. The deletable children of a node form lists for the reducer; a required
 * child is replaced by one of its descendants.
 */
export const perses: Strategy = {
  name: 'perses',
  description: 'The order of Perses: lists of the heaviest nodes first, then replacement by descendants.',
  needsTree: true,
  usesReducer: true,
  options: ['direction'],
  search: parsing(shrinking(inSequence(untilSettled(inSequence(jumps, passes(byWeight), hoists)), polish))),
};

/** Makes the result of lists 1-tree-minimal: the lists, single deletions until none holds, then the blank lines that are left. */
function toTreeMinimum(lists: Step): Step {
  return parsing(shrinking(inSequence(lists, singles, polish)));
}

function levelsOf({ tree }: Pass): ListAt {
  const levels: number[][] = [];
  for (let element = 1; element < tree.count; element++) {
    const level = (levels[tree.depth[element] - 1] ??= []);
    if (tree.slot[element] >= 0) level.push(element);
  }
  return (pass, turn) => {
    if (turn >= levels.length) return undefined;
    const elements = levels[turn].filter((element) => alive(pass, element) && mayGo(pass, element));
    return { elements, label: l10n.t('Removing elements, level {0} of {1}', turn + 1, levels.length) };
  };
}

/** Lists parent by parent, from the root: level by level, or depth-first. */
function familiesOf({ tree }: Pass, { traversal }: StrategyOptions): ListAt {
  const elements = [...tree.start.keys()];
  return listsUnder(tree, traversal === 'depth' ? elements : elements.sort((a, b) => tree.depth[a] - tree.depth[b]));
}

/** A node is never heavier than its parent: by weight, parents come before their children. */
function byWeight({ tree }: Pass): ListAt {
  return listsUnder(tree, heaviestFirst(tree, tree.start.keys()));
}

/**
 * Lists of the children of these elements, in this order; an element comes after its parent. Elements that seem to be required are in no
 * list; they are tried alone at the end. Lists are made in their turn, as there may be a million of them: of each only the first element
 * is known before.
 */
function listsUnder(tree: ElementTree, parents: Iterable<number>): ListAt {
  const { slot, parent } = tree;
  const heads = Array.from(parents).flatMap((element) => {
    const children = childrenOf(tree, element).filter((child) => slot[child] >= 0);
    return [...groupBy(children, (child) => slot[child]).values()].map(([head]) => head);
  });
  return (pass, turn) => {
    if (turn >= heads.length) return undefined;
    const head = heads[turn];
    const family = alive(pass, parent[head]) ? childrenOf(tree, parent[head]) : [];
    const elements = family.filter((element) => slot[element] === slot[head] && mayGo(pass, element));
    return { elements, label: l10n.t('Removing elements, list {0} of {1}', turn + 1, heads.length) };
  };
}
