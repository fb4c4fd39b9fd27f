/** HDDr (Kiss, Hodován & Gyimóthy 2018): the children of one parent are a list; parents breadth-first from the root. */
import { passes } from './lists';
import type { ListAt } from './lists';
import type { StrategyOptions } from './options';
import { alive, deletable } from './pass';
import type { Pass } from './pass';
import type { Strategy } from './strategy';
import { toTreeMinimum } from './toTreeMinimum';

export const hddr: Strategy = {
  name: 'hddr',
  description: 'Recursive hierarchical delta debugging: one list per parent, to a fixpoint; 1-tree-minimal.',
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
  const children = childrenOf(start);
  const withChildren = parents.filter((element) => children[element].length > 0);
  return (pass, turn) => {
    if (turn >= withChildren.length) return undefined;
    const parent = withChildren[turn];
    const family = alive(pass, parent) ? children[parent] : [];
    const elements = family.filter((element) => deletable(pass, element));
    return { elements, label: `list ${turn + 1} of ${withChildren.length}` };
  };
}

function childrenOf({ tree }: Pass): readonly (readonly number[])[] {
  const children: number[][] = Array.from({ length: tree.count }, () => []);
  for (let element = 1; element < tree.count; element++) children[tree.parent[element]].push(element);
  return children;
}
