/**
 * Twins: deletes two elements of the same shape together, anywhere in the text, the heaviest first: `a -> b` and `c -> d`, `open(x)`
 * and `close(x)`. It finds pairs that need each other and are not neighbours.
 */
import * as l10n from '@vscode/l10n';
import { cutsOfElements, mayGo, type ParsedText } from '../parsedText';
import { tryMoves } from './moves';

/** Tokens of the heaviest and of the lightest element for which a twin is sought: all single tokens have the same shape. */
const heaviest = 100;
const lightest = 2;

/** Limit on the pairs tried per text. */
const mostPairs = 200;

export const twins = tryMoves<readonly number[]>(
  () => l10n.t('Removing pairs of similar elements'),
  (text) => ({ targets: pairsOf(text), edits: (pair) => cutsOfElements(text, pair) }),
);

function pairsOf(text: ParsedText): [number, number][] {
  const pairs: [number, number][] = [];
  for (const alike of shapesOf(text)) {
    for (let first = 0; first < alike.length; first++) {
      for (let second = first + 1; second < alike.length; second++) {
        if (pairs.push([alike[first], alike[second]]) >= mostPairs) return pairs;
      }
    }
  }
  return pairs;
}

/** Elements by shape, heavy ones first. None is inside another of its shape: it would be lighter. */
function shapesOf(text: ParsedText): number[][] {
  const { tree } = text;
  const shapes = new Map<string, number[]>();
  for (let element = 1; element < tree.count; element++) {
    const weight = tree.weight[element];
    if (weight < lightest || weight > heaviest || !mayGo(text, element)) continue;
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
