/** HDDr (Kiss, Hodován & Gyimóthy 2018): children of one parent that share a slot are a list; parents breadth-first from the root. */
import type { ElementTree } from '../syntax/elementTree';
import { passes } from './lists';
import type { ListAt } from './lists';
import type { StrategyOptions } from './options';
import { alive, deletable } from './pass';
import type { Pass } from './pass';
import type { Strategy } from './strategy';
import { toTreeMinimum } from './toTreeMinimum';

export const hddr: Strategy = {
  name: 'hddr',
  description: 'Recursive hierarchical delta debugging: one list per slot of a parent, to a fixpoint; 1-tree-minimal.',
  needsTree: true,
  treeMinimal: true,
  options: ['traversal', 'direction'],
  search: toTreeMinimum(passes(familiesOf)),
};

/** Lists parent by parent, from the root: level by level, or each with all that is under it before the next. */
export function familiesOf(pass: Pass, { traversal }: StrategyOptions): ListAt {
  if (traversal === 'depth') return listsUnder(pass, [...pass.tree.start.keys()]);
  const children = childrenOf(pass);
  const order = [0];
  for (let at = 0; at < order.length; at++) for (const child of children[order[at]]) order.push(child);
  return listsUnder(pass, order);
}

/** Lists of the children of these elements, in this order; an element comes after its parent. */
export function listsUnder(start: Pass, parents: readonly number[]): ListAt {
  const { tree } = start;
  const children = childrenOf(start);
  const families = parents.flatMap((parent) => slotsOf(tree, children[parent]));
  return (pass, turn) => {
    if (turn >= families.length) return undefined;
    const family = alive(pass, tree.parent[families[turn][0]]) ? families[turn] : [];
    const elements = family.filter((element) => deletable(pass, element));
    return { elements, label: `list ${turn + 1} of ${families.length}` };
  };
}

function childrenOf({ tree }: Pass): readonly (readonly number[])[] {
  const children: number[][] = Array.from({ length: tree.count }, () => []);
  for (let element = 1; element < tree.count; element++) children[tree.parent[element]].push(element);
  return children;
}

/** One list for each slot. What is thought to be required is in none: it is tried alone at the end. */
function slotsOf({ slot }: ElementTree, family: readonly number[]): number[][] {
  const lists = new Map<number, number[]>();
  for (const element of family.filter((child) => slot[child] >= 0)) {
    const list = lists.get(slot[element]);
    if (list) list.push(element);
    else lists.set(slot[element], [element]);
  }
  return [...lists.values()];
}
