/** Moves of parts, for elements that hold each other: two of them lose the same, or one goes and a part of it stands in the other. */
import { childrenOf, groupBy, rangeOf, type ElementTree } from '../../syntax/elementTree';
import type { Edit } from '../../text/source';
import { tokenRanges } from '../../text/tokens';
import { besides } from '../parsedText';
import type { Change, SmallText } from './view';

/** Tokens of the lightest and of the heaviest element for which a twin is sought: all single tokens have the same shape. */
const lightest = 2;
const heaviest = 100;

/** Pairs of twins, at most. */
const mostTwins = 200;

type Pair = readonly [number, number];

/** Two elements of the same shape, anywhere in the text, heavy ones first: `a -> b` and `c -> d`, `open(x)` and `close(x)`. */
export function* twins(text: SmallText): Generator<Change> {
  for (const pair of twinsIn(text)) yield { elements: pair, edits: [], rank: -text.tree.weight[pair[0]] };
}

/** Both twins become their first child, or both their second or third: `let (a, b) = (c, d)` becomes `let a = c`. */
export function* twinHoists(text: SmallText): Generator<Change> {
  let rank = 0;
  for (const pair of twinsIn(text)) {
    for (const index of [0, 1, 2]) {
      const children = pair.map((twin) => childrenOf(text.tree, twin).at(index));
      const edits = pair.flatMap((twin, at) =>
        children[at] === undefined ? [] : besides(text.tree, twin, rangeOf(text.tree, children[at])),
      );
      if (!children.includes(undefined)) yield { elements: [], edits, rank: rank++ };
    }
  }
}

/** None is inside another of its shape: it would be lighter. */
function twinsIn(text: SmallText): Pair[] {
  const { weight } = text.tree;
  const elements = text.elements.filter((one) => weight[one] >= lightest && weight[one] <= heaviest);
  const pairs = [...groupBy(elements, (element) => shapeOf(text.textOf(element))).values()]
    .sort((a, b) => weight[b[0]] - weight[a[0]] || a[0] - b[0])
    .flatMap((alike) => alike.flatMap((one, at) => alike.slice(at + 1).map((other): Pair => [one, other])));
  return pairs.slice(0, mostTwins);
}

/** The text with all words alike, and all comparisons, and without blanks. */
function shapeOf(text: string): string {
  return text
    .replace(/\w+/g, 'w')
    .replace(/[=!]=|[<>]=/g, '=')
    .replace(/\s+/g, '');
}

/** Runs are looked for in short elements only, tokens: a run has two ends. */
const mostTokens = 16;

/** A run of tokens in place of the element around it, the shortest first: `while (a) for (var [] of b) c` becomes `while (a) var []`. */
export function* runs(text: SmallText): Generator<Change> {
  const { tree } = text;
  const elements = new Set(text.elements.map((element) => `${tree.start[element]} ${tree.end[element]}`));
  for (const element of text.elements.filter((one) => tree.weight[one] <= mostTokens)) {
    const tokens = tokenRanges(tree.text, rangeOf(tree, element));
    for (let size = 2; size < tokens.length - 1; size++) {
      for (const [first, { start }] of tokens.slice(1, -size).entries()) {
        const end = tokens[first + size].end;
        const rank = size - tree.weight[element] * mostTokens;
        if (!elements.has(`${start} ${end}`))
          yield { elements: [], edits: besides(tree, element, { start, end }), rank };
      }
    }
  }
}

/** Neighbours of one parent that exchange parts are at most this far apart. */
const farthest = 3;

/**
 * One of two neighbours goes, but a part of it takes the place of a part of the same kind in the other, or becomes a body there:
 * `struct s { a: [u8; b as c] } fn f();` becomes `fn f() { b as c }`. Large gains first.
 */
export function* donations(text: SmallText): Generator<Change> {
  const { last, parent } = text.tree;
  const elements = text.elements.filter((element) => last[element] > element);
  for (const family of groupBy(elements, (element) => parent[element]).values()) {
    for (const [at, first] of family.entries()) {
      for (const second of family.slice(at + 1, at + 1 + farthest)) {
        yield* donationsOf(text, first, second);
        yield* donationsOf(text, second, first);
      }
    }
  }
}

function* donationsOf(text: SmallText, donor: number, receiver: number): Generator<Change> {
  const { weight, last } = text.tree;
  for (let part = donor + 1; part <= last[donor]; part++) {
    if (weight[part] < 2) continue;
    for (const edit of placesFor(text.tree, text.textOf(part), part, receiver)) {
      const change = { elements: [donor], edits: [edit] };
      yield { ...change, rank: -text.gainOf(change) };
    }
  }
}

/** Where a part of this kind stands; and a `;` that ends something without a body. */
function* placesFor(
  { text, start, end, type, last }: ElementTree,
  given: string,
  part: number,
  receiver: number,
): Generator<Edit> {
  for (let place = receiver; place <= last[receiver]; place++) {
    const [from, to] = [start[place], end[place]];
    const isOfKind = place > receiver && type[place] === type[part];
    if (isOfKind && text.slice(from, to) !== given) yield { start: from, end: to, insert: given };
    if (text[to - 1] === ';') yield { start: to - 1, end: to, insert: given.startsWith('{') ? given : `{${given}}` };
  }
}
