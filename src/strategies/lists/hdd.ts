/** HDD (Misherghi & Su 2006): level by level from the root; a list is all that is left of a level and not required by the grammar. */
import * as l10n from '@vscode/l10n';
import { passes } from './lists';
import type { ListAt } from './lists';
import { alive, deletable } from './pass';
import type { Pass } from './pass';
import type { Strategy } from '../strategy';
import { toTreeMinimum } from '../pipelines/toTreeMinimum';

export const hdd: Strategy = {
  name: 'hdd',
  description: 'Hierarchical delta debugging: one list per level of the syntax tree; 1-tree-minimal.',
  needsTree: true,
  treeMinimal: true,
  usesReducer: true,
  options: ['direction'],
  search: toTreeMinimum(passes(levelsOf)),
};

function levelsOf({ tree }: Pass): ListAt {
  const levels: number[][] = [];
  for (let element = 1; element < tree.count; element++) {
    const level = (levels[tree.depth[element] - 1] ??= []);
    if (tree.slot[element] >= 0) level.push(element);
  }
  return (pass, turn) => {
    if (turn >= levels.length) return undefined;
    const elements = levels[turn].filter((element) => alive(pass, element) && deletable(pass, element));
    return { elements, label: l10n.t('Removing elements, level {0} of {1}', turn + 1, levels.length) };
  };
}
