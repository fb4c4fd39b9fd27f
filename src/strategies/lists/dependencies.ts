/** CHISEL's dependency analysis (Heo et al. 2018), on our graph: a candidate that uses what it no longer declares is not tested. */
import { needsRulesOf } from '../../syntax/needs/rules';
import { readUnits } from '../../syntax/needs/table';
import type { Removed } from '../../syntax/removal';
import type { ScopedTree } from '../parsedText';

/** Does a unit that stays `after` further deletions use a name that only units gave which went with them? */
export type LacksNeeds = (before: Removed) => (after: Removed) => boolean;

export function lacksNeeds({ tree }: ScopedTree, language = ''): LacksNeeds {
  const { units, byName } = readUnits(tree, needsRulesOf(language));
  /** For each unit: does it stay? */
  const livingOf = (removed: Removed) => {
    const gone = removed.slice();
    // A parent comes before its children.
    for (let element = 1; element < tree.count; element++) gone[element] |= gone[tree.parent[element]];
    return units.map(({ element }) => !gone[element]);
  };
  return (before) => {
    const were = livingOf(before);
    return (after) => {
      const are = livingOf(after);
      const isLost = (name: string) => {
        const givers = byName.get(name) ?? [];
        return givers.some((giver) => were[giver]) && !givers.some((giver) => are[giver]);
      };
      return units.some(({ uses }, unit) => are[unit] && [...uses].some(isLost));
    };
  };
}
