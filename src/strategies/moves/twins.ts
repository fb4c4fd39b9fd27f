/**
 * Twins: deletes two elements of the same shape together, anywhere in the text, the heaviest first: `a -> b` and `c -> d`, `open(x)`
 * and `close(x)`. It finds pairs that need each other and are not neighbours.
 */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import { removalRanges } from '../../syntax/removal';
import { render } from '../../text/source';
import type { SourceText } from '../../text/source';
import { tidyCuts } from '../../text/tidy';
import { tryMoves } from './moves';
import type { Moves } from './moves';
import { deletableIn } from '../lists/pass';
import { named } from '../pipelines/steps';
import { scopeOf } from '../strategy';
import type { StrategyContext } from '../strategy';

/** Tokens of the heaviest and of the lightest element for which a twin is sought: all single tokens have the same shape. */
const heaviest = 100;
const lightest = 2;

/** Limit on the pairs tried per text. */
const mostPairs = 200;

export const twins = named(() => l10n.t('Removing pairs of similar elements'), tryMoves(twinsOf));

function twinsOf(text: SourceText, { parse, fixed }: StrategyContext): Moves {
  const tree = parse(render(text));
  const scope = scopeOf(tree.text.length, fixed);
  const pairs = pairsOf(tree, (element) => deletableIn(tree, fixed, element));
  return {
    count: pairs.length,
    edits(index) {
      const removed = new Uint8Array(tree.count);
      for (const element of pairs[index]) removed[element] = 1;
      return tidyCuts(tree.text, removalRanges(tree, removed), scope);
    },
  };
}

function pairsOf(tree: ElementTree, fits: (element: number) => boolean): [number, number][] {
  const pairs: [number, number][] = [];
  for (const alike of shapesOf(tree, fits)) {
    for (let first = 0; first < alike.length; first++) {
      for (let second = first + 1; second < alike.length; second++) {
        if (pairs.push([alike[first], alike[second]]) >= mostPairs) return pairs;
      }
    }
  }
  return pairs;
}

/** Elements by shape, heavy ones first. None is inside another of its shape: it would be lighter. */
function shapesOf(tree: ElementTree, fits: (element: number) => boolean): number[][] {
  const shapes = new Map<string, number[]>();
  for (let element = 1; element < tree.count; element++) {
    const weight = tree.weight[element];
    if (weight < lightest || weight > heaviest || !fits(element)) continue;
    const shape = shapeOf(tree.text.slice(tree.start[element], tree.end[element]));
    const alike = shapes.get(shape);
    if (alike) alike.push(element);
    else shapes.set(shape, [element]);
  }
  return [...shapes.values()]
    .filter((alike) => alike.length > 1)
    .sort((a, b) => tree.weight[b[0]] - tree.weight[a[0]] || a[0] - b[0]);
}

/** The text with all words alike and without blanks. */
function shapeOf(text: string): string {
  return text.replace(/\w+/g, 'w').replace(/\s+/g, '');
}
