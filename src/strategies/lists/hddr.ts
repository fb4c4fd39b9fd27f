/** HDDr (Kiss, Hodován & Gyimóthy 2018): children of one parent that share a slot are a list; parents breadth-first from the root. */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import { passes } from './lists';
import type { ListAt } from './lists';
import type { StrategyOptions } from '../options';
import { alive, deletable } from './pass';
import type { Pass } from './pass';
import type { Strategy } from '../strategy';
import { toTreeMinimum } from '../pipelines/toTreeMinimum';

export const hddr: Strategy = {
  name: 'hddr',
  description: 'Recursive hierarchical delta debugging: one list per slot of a parent; 1-tree-minimal.',
  needsTree: true,
  treeMinimal: true,
  usesReducer: true,
  options: ['traversal', 'direction'],
  search: toTreeMinimum(passes(familiesOf)),
};

/** Lists parent by parent, from the root: level by level, or depth-first. */
export function familiesOf({ tree }: Pass, { traversal }: StrategyOptions): ListAt {
  if (traversal === 'depth') return listsUnder(tree, tree.start.keys());
  const elements = Int32Array.from(tree.start.keys());
  return listsUnder(
    tree,
    elements.sort((a, b) => tree.depth[a] - tree.depth[b] || a - b),
  );
}

/** Lists of the children of these elements, in this order; an element comes after its parent. */
export function listsUnder(tree: ElementTree, parents: Iterable<number>): ListAt {
  const heads: number[] = [];
  for (const parent of parents) addHeads(tree, parent, heads);
  return (pass, turn) => {
    if (turn >= heads.length) return undefined;
    const family = alive(pass, tree.parent[heads[turn]]) ? listFrom(tree, heads[turn]) : [];
    const elements = family.filter((element) => deletable(pass, element));
    return { elements, label: l10n.t('Removing elements, list {0} of {1}', turn + 1, heads.length) };
  };
}

/**
 * Adds the first child of each slot: one list per slot. Elements that seem to be required are in no list; they are tried alone at the
 * end. Lists are made in their turn, as there may be a million of them.
 */
function addHeads({ slot, last }: ElementTree, parent: number, heads: number[]): void {
  if (last[parent] === parent) return;
  const found: number[] = [];
  for (let child = parent + 1; child <= last[parent]; child = last[child] + 1) {
    if (slot[child] >= 0 && !found.some((head) => slot[head] === slot[child])) found.push(child);
  }
  for (const head of found) heads.push(head);
}

/** The siblings from `head` on with the same slot. */
function listFrom({ slot, parent, last }: ElementTree, head: number): number[] {
  const list: number[] = [];
  for (let sibling = head; sibling <= last[parent[head]]; sibling = last[sibling] + 1) {
    if (slot[sibling] === slot[head]) list.push(sibling);
  }
  return list;
}
