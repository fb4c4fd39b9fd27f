/**
 * Makes an element that cannot go as small as its kind can be: the smallest text of the same type in the file, or a minimal text that
 * parses there. The only moves of the default pipeline that insert text.
 */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import { render } from '../../text/source';
import type { SourceText } from '../../text/source';
import { tryMoves } from './moves';
import type { Moves } from './moves';
import { deletableIn } from '../lists/pass';
import { named, parsing, shrinking, untilSettled } from '../pipelines/steps';
import type { Strategy, StrategyContext } from '../strategy';

/** Texts that are an expression, a statement or a block in some language. */
const minimal = ['0', '""', '{}', '[]', '()', ';', 'x'];

export const replacements = named(() => l10n.t('Replacing elements with smaller ones'), tryMoves(replacementsIn));

export const smallest: Strategy = {
  name: 'smallest',
  description: 'Replaces elements by the smallest of their kind in the file, or by a minimal text.',
  needsTree: true,
  treeMinimal: false,
  usesReducer: false,
  options: [],
  search: parsing(shrinking(untilSettled(replacements))),
};

function replacementsIn(text: SourceText, { parse, fixed }: StrategyContext): Moves {
  const tree = parse(render(text));
  const least = smallestOfTypes(tree);
  const targets = [...tree.start.keys()].filter(
    (element) => deletableIn(tree, fixed, element) && tree.weight[element] > 1,
  );
  targets.sort((a, b) => tree.weight[b] - tree.weight[a] || a - b);
  return {
    count: targets.length * (minimal.length + 1),
    edits(index) {
      const target = targets[Math.floor(index / (minimal.length + 1))];
      const choice = index % (minimal.length + 1);
      const insert = choice === 0 ? least.get(tree.type[target])! : minimal[choice - 1];
      return [{ start: tree.start[target], end: tree.end[target], insert }];
    },
  };
}

/** The shortest text of each type. */
function smallestOfTypes({ text, count, type, start, end }: ElementTree): ReadonlyMap<number, string> {
  const least = new Map<number, string>();
  for (let element = 1; element < count; element++) {
    const known = least.get(type[element]);
    if (known === undefined || end[element] - start[element] < known.length) {
      least.set(type[element], text.slice(start[element], end[element]));
    }
  }
  return least;
}
