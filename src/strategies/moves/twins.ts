/**
 * Twins: deletes two elements of the same shape together, anywhere in the text, the heaviest first: `a -> b` and `c -> d`, `open(x)`
 * and `close(x)`. It finds pairs that need each other and are not neighbours. And puts a child of each in its place.
 */
import * as l10n from '@vscode/l10n';
import type { Edit } from '../../text/source';
import { cutsAround, cutsOfElements, mayGo, type ParsedText } from '../parsedText';
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

/** Hoists of twins that may fail in a row. */
const hoistPatience = 3;

/** Only in texts that are nearly at their end. */
const mostElements = 120;

/** Both become their first child, or both their second: `let (a, b) = (c, d)` becomes `let a = c`. */
export const twinHoists = tryMoves<readonly Edit[]>(
  () => l10n.t('Simplifying nesting'),
  (text) => {
    const { count, last } = text.tree;
    const all = count <= mostElements ? pairsOf(text) : [];
    const targets = all
      .filter((pair) => pair.every((twin) => last[twin] > twin))
      .flatMap((pair) => [0, 1, 2].map((index) => pair.map((twin) => cutsToChild(text, twin, index))))
      .filter((cuts) => cuts.every((one) => one.length > 0))
      .map((cuts) => cuts.flat())
      .filter((edits) => !text.isWorse(edits));
    return { targets, patience: hoistPatience, edits: (edits) => edits };
  },
);

/** None if there is no such child. */
function cutsToChild(text: ParsedText, twin: number, index: number): Edit[] {
  const { start, end, last } = text.tree;
  let child = twin + 1;
  for (let at = 0; at < index && child <= last[twin]; at++) child = last[child] + 1;
  return child <= last[twin] ? cutsAround(text, twin, { start: start[child], end: end[child] }) : [];
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
