/** HDDr (Kiss, Hodován & Gyimóthy 2018): the children of one parent are a list; parents breadth-first from the root. */
import { reduceLists } from './lists';
import type { ListAt } from './lists';
import { alive, deletable } from './pass';
import type { Pass } from './pass';
import type { Strategy } from './strategy';
import { toTreeMinimum } from './toTreeMinimum';

export const hddr: Strategy = {
  name: 'hddr',
  description: 'Recursive hierarchical delta debugging: one list per parent, to a fixpoint; 1-tree-minimal.',
  needsTree: true,
  search: (text, context) =>
    toTreeMinimum(text, context, (pass) => reduceLists(pass, familiesOf(pass), context.reduceList)),
};

function familiesOf({ tree }: Pass): ListAt {
  const children: number[][] = Array.from({ length: tree.count }, () => []);
  for (let element = 1; element < tree.count; element++) children[tree.parent[element]].push(element);
  const parents = breadthFirst(children);
  return (pass, turn) => {
    if (turn >= parents.length) return undefined;
    const family = alive(pass, parents[turn]) ? children[parents[turn]] : [];
    const elements = family.filter((element) => deletable(pass, element));
    return { elements, label: `list ${turn + 1} of ${parents.length}` };
  };
}

/** The elements that have children, level by level. */
function breadthFirst(children: readonly number[][]): number[] {
  const order = [0];
  for (let at = 0; at < order.length; at++) for (const child of children[order[at]]) order.push(child);
  return order.filter((element) => children[element].length > 0);
}
