/**
 * Twins: deletes two elements of the same shape together, anywhere in the text, the heaviest first: `a -> b` and `c -> d`, `open(x)`
 * and `close(x)`. It finds pairs that need each other and are not neighbours.
 */
import * as l10n from '@vscode/l10n';
import { cutsAround, cutsOfElements, mayGo, type ParsedText } from '../parsedText';
import { simplifyingPatience, tryMoves } from './moves';

/** Tokens of the heaviest and of the lightest element for which a twin is sought: all single tokens have the same shape. */
const heaviest = 100;
const lightest = 2;

/** Limit on the pairs tried per text. */
const mostPairs = 200;

export const twins = tryMoves<readonly number[]>(
  () => l10n.t('Removing pairs of similar elements'),
  (text) => ({ targets: pairsOf(text), edits: (pair) => cutsOfElements(text, pair) }),
);

/** Children that may take the place of their parents. */
const mostChildren = 3;

/** Both become their first child, or both their second: `let (a, b) = (c, d)` becomes `let a = c`. */
export const twinHoists = tryMoves<readonly [number, number]>(
  () => l10n.t('Simplifying nesting'),
  (text) => ({
    targets: pairsOf(text).filter(([first, second]) => text.tree.last[first] > first && text.tree.last[second] > second),
    each: mostChildren,
    patience: simplifyingPatience,
    edits: (pair, index) => {
      const parts = pair.map((twin) => childOf(text, twin, index));
      return parts.every((part) => part >= 0) ? pair.flatMap((twin, at) => cutsAround(text, twin, rangeOf(text, parts[at]))) : [];
    },
  }),
);

const rangeOf = ({ tree: { start, end } }: ParsedText, element: number) => ({ start: start[element], end: end[element] });

/** -1 if there are not so many. */
function childOf({ tree: { last } }: ParsedText, element: number, index: number): number {
  let child = element + 1;
  for (let at = 0; at < index && child <= last[element]; at++) child = last[child] + 1;
  return child <= last[element] ? child : -1;
}

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
