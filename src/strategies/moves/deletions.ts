/** Deletions of elements, alone or together with others that may need each other. */
import * as l10n from '@vscode/l10n';
import { childrenOf, groupBy, rangeOf, textOf, type ElementTree } from '../../syntax/elementTree';
import type { Range } from '../../text/ranges';
import { render, type Edit } from '../../text/source';
import { tidyCuts } from '../../text/tidy';
import { cutsAround, cutsOfElements, deletableElements, withMargin, type Margin, type ParsedText } from '../parsedText';
import { named } from '../pipelines/steps';
import { scopeOf } from '../strategy';
import { tryAny, tryMoves, tryNearEnd, type Moves } from './moves';

/** Deletes all parts of the first guess that keeps the property. Without a guess: all comments, which are most of some files. */
export const firstGuess = named(
  () => l10n.t('Removing elements'),
  (base, { guesses: given = [], fixed, parse }) => {
    const text = render(base);
    const scope = scopeOf(text.length, fixed);
    const guesses = given.length > 0 ? given : commentsIn(parse(text), scope);
    return tryAny(base, {
      count: guesses.length,
      edits: (index) => tidyCuts(text, guesses[index], scope),
      chance: 0.5,
    });
  },
);

/** One guess, or none if there are fewer than two comments. */
function commentsIn(tree: ElementTree, scope: Range): Range[][] {
  const comments: Range[] = [];
  for (const element of deletableElements({ tree, scope })) {
    const isOutside = tree.start[element] >= (comments.at(-1)?.end ?? 0);
    const isComment = tree.extra[element] === 1 && tree.types[tree.type[element]] !== 'attribute';
    if (isComment && isOutside) comments.push(rangeOf(tree, element));
  }
  return comments.length > 1 ? [comments] : [];
}

const removingSingles = () => l10n.t('Removing single elements');

/**
 * Any element alone, then with the token before it, after it, or both (`= 1`, `-> T`, `(x)`). If none holds, the text is
 * 1-tree-minimal: hierarchical strategies end with this certificate.
 */
export const singles = tryMoves(removingSingles, (text) => singleDeletions(text, [0, 1, 2, 3]));

/** Without the tokens beside them. */
export const elementsAlone = tryMoves(removingSingles, (text) => singleDeletions(text, [0]));

function singleDeletions(text: ParsedText, margins: readonly (Margin | 0)[]): Moves<Margin | 0> {
  const { tree, scope } = text;
  const elements = deletableElements(text);
  return {
    targets: margins,
    each: elements.length,
    edits(margin, index) {
      if (margin === 0) return cutsOfElements(text, [elements[index]]);
      const range = withMargin(tree, elements[index], margin);
      return range ? tidyCuts(tree.text, [range], scope) : [];
    },
  };
}

/** A text is small if it has at most this many elements: 60 have 1,770 pairs. */
const mostPaired = 60;

/** Elements that go together. */
type Together = readonly number[];

/** Any two elements of a small text, whatever they are. Finds those that need each other and are far apart. */
export const pairs = tryMoves<Together>(
  () => l10n.t('Removing pairs of elements'),
  (text) => {
    const { start, end } = text.tree;
    const all = deletableElements(text);
    const pairsWith = (first: number) =>
      all.filter((other) => start[other] >= end[first]).map((other) => [first, other]);
    const targets = all.length <= mostPaired ? all.flatMap(pairsWith) : [];
    return { targets, edits: (pair) => cutsOfElements(text, pair) };
  },
);

/** Number of neighbours in a window. */
const width = 4;

/** Deleted children among the four, as bits; the first one always goes, so that no pattern comes twice. */
const patterns = [0b1111, 0b0111, 0b1011, 0b1101, 0b0011, 0b0101, 0b1001];

/**
 * Window patterns (Vulcan, Xu et al. 2023): every combination of two or more among four neighbouring children. Finds elements that can
 * only go with another one that is not next to them.
 */
export const windowPatterns = tryMoves<Together>(
  () => l10n.t('Removing elements near each other'),
  (text) => ({
    targets: [...groupBy(deletableElements(text), (element) => text.tree.parent[element]).values()].flatMap((family) =>
      family.map((_, place) => family.slice(place, place + width)),
    ),
    each: patterns.length,
    edits(window, index) {
      const gone = window.filter((_, place) => (patterns[index] >> place) & 1);
      return patterns[index] >> window.length || gone.length < 2 ? [] : cutsOfElements(text, gone);
    },
  }),
);

/** Tokens of the heaviest and of the lightest element for which a twin is sought: all single tokens have the same shape. */
const heaviest = 100;
const lightest = 2;

/** Limit on the pairs tried per text. */
const mostTwins = 200;

/**
 * Two elements of the same shape, anywhere in the text, the heaviest first: `a -> b` and `c -> d`, `open(x)` and `close(x)`. Finds pairs
 * that need each other and are not neighbours.
 */
export const twins = tryMoves<Together>(
  () => l10n.t('Removing pairs of similar elements'),
  (text) => ({ targets: twinsIn(text), edits: (pair) => cutsOfElements(text, pair) }),
);

/** Hoists of twins that may fail in a row. */
const hoistPatience = 3;

/** Both twins become their first child, or both their second: `let (a, b) = (c, d)` becomes `let a = c`. */
export const twinHoists = tryNearEnd(
  () => l10n.t('Simplifying nesting'),
  hoistPatience,
  (text) =>
    twinsIn(text)
      .filter((pair) => pair.every((twin) => text.tree.last[twin] > twin))
      .flatMap((pair) => [0, 1, 2].map((index) => pair.map((twin) => cutsToChild(text, twin, index))))
      .filter((cuts) => cuts.every((one) => one.length > 0))
      .map((cuts) => cuts.flat()),
);

/** None if there is no such child. */
function cutsToChild(text: ParsedText, twin: number, index: number): Edit[] {
  const child = childrenOf(text.tree, twin).at(index);
  return child === undefined ? [] : cutsAround(text, twin, rangeOf(text.tree, child));
}

function twinsIn(text: ParsedText): Together[] {
  const pairs: Together[] = [];
  for (const alike of shapesOf(text)) {
    for (const [at, first] of alike.entries())
      for (const second of alike.slice(at + 1, at + 1 + mostTwins - pairs.length)) pairs.push([first, second]);
  }
  return pairs;
}

/** Elements by shape, heavy ones first. None is inside another of its shape: it would be lighter. */
function shapesOf(text: ParsedText): number[][] {
  const { tree } = text;
  const { weight } = tree;
  const elements = deletableElements(text).filter((one) => weight[one] >= lightest && weight[one] <= heaviest);
  return [...groupBy(elements, (element) => shapeOf(textOf(tree, element))).values()]
    .filter((alike) => alike.length > 1)
    .sort((a, b) => weight[b[0]] - weight[a[0]] || a[0] - b[0]);
}

/** The text with all words alike and without blanks. */
function shapeOf(text: string): string {
  return text.replace(/\w+/g, 'w').replace(/\s+/g, '');
}
