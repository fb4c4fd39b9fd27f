/** HDDr (Kiss, Hodován & Gyimóthy 2018): children of one parent that share a slot are a list; parents breadth-first from the root. */
import type { ElementTree } from '../syntax/elementTree';
import { reduceLists } from './lists';
import type { ListAt } from './lists';
import { alive, deletable } from './pass';
import type { Pass } from './pass';
import type { Strategy } from './strategy';
import { toTreeMinimum } from './toTreeMinimum';

export const hddr: Strategy = {
  name: 'hddr',
  description: 'Recursive hierarchical delta debugging: one list per slot of a parent, to a fixpoint; 1-tree-minimal.',
  needsTree: true,
  search: (text, context) =>
    toTreeMinimum(text, context, (pass) => reduceLists(pass, familiesOf(pass), context.reduceList)),
};

function familiesOf({ tree }: Pass): ListAt {
  const children: number[][] = Array.from({ length: tree.count }, () => []);
  for (let element = 1; element < tree.count; element++) children[tree.parent[element]].push(element);
  const families = breadthFirst(children).flatMap((parent) => slotsOf(tree, children[parent]));
  return (pass, turn) => {
    if (turn >= families.length) return undefined;
    const family = alive(pass, tree.parent[families[turn][0]]) ? families[turn] : [];
    const elements = family.filter((element) => deletable(pass, element));
    return { elements, label: `list ${turn + 1} of ${families.length}` };
  };
}

/** The elements that have children, level by level. */
function breadthFirst(children: readonly number[][]): number[] {
  const order = [0];
  for (let at = 0; at < order.length; at++) for (const child of children[order[at]]) order.push(child);
  return order.filter((element) => children[element].length > 0);
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
