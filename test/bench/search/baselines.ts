/**
 * HDDr and HDD as the papers have them, without what ours add to them: every node is an element, the children of a parent (or the
 * nodes of a level) are one list, and the passes end when one changes nothing. No certificate of single deletions.
 */
import { alive, passes, type ListAt, type Pass } from '../../../src/strategies/lists/hdd';
import { mayGo } from '../../../src/strategies/parsedText';
import { parsing, shrinking } from '../../../src/strategies/pipelines/steps';
import type { Strategy } from '../../../src/strategies/strategy';

export const plainHddr = plain('plain-hddr', (pass) => byParent(pass));
export const plainHdd = plain('plain-hdd', (pass) => byLevel(pass));

function plain(name: string, listsOf: (pass: Pass) => ListAt): Strategy {
  return {
    name,
    description: 'As published.',
    needsTree: true,
    usesReducer: true,
    options: [],
    search: parsing(shrinking(passes(listsOf))),
  };
}

function byParent({ tree }: Pass): ListAt {
  const children: number[][] = Array.from({ length: tree.count }, () => []);
  for (let element = 1; element < tree.count; element++) children[tree.parent[element]].push(element);
  const order = [0];
  for (let at = 0; at < order.length; at++) order.push(...children[order[at]]);
  return inTurn(order.map((parent) => children[parent]).filter((family) => family.length > 0));
}

function byLevel({ tree }: Pass): ListAt {
  const levels: number[][] = [];
  for (let element = 1; element < tree.count; element++) (levels[tree.depth[element] - 1] ??= []).push(element);
  return inTurn(levels);
}

function inTurn(lists: readonly (readonly number[])[]): ListAt {
  return (pass, turn) => {
    if (turn >= lists.length) return undefined;
    const elements = lists[turn].filter((element) => alive(pass, element) && mayGo(pass, element));
    return { elements, label: `list ${turn + 1} of ${lists.length}` };
  };
}
