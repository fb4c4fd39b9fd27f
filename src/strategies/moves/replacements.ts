/** Moves that put smaller text in the place of an element. */
import * as l10n from '@vscode/l10n';
import { groupBy, textOf, type ElementTree } from '../../syntax/elementTree';
import type { Edit } from '../../text/source';
import { cutsOfElements, deletableElements, heaviestFirst, replacement, type ParsedText } from '../parsedText';
import { parsing, shrinking, untilSettled } from '../pipelines/steps';
import type { Strategy } from '../strategy';
import { simplifyingPatience, tryMoves, tryNearEnd, type Moves } from './moves';

/** Texts that are an expression, a statement or a block in some language. */
const minimal = ['0', '{}', ';'];

const literalTypes = /string|number|integer|float|literal|char|template/;

/** Parts of literals. */
const insideTypes = /content|fragment|escape/;

const replacing = () => l10n.t('Replacing elements with smaller ones');

/** Makes an element as small as its kind can be: the smallest text of its type in the file, or a minimal text that parses there. */
export const smallest: Strategy = {
  name: 'smallest',
  description: 'Replaces elements by the smallest of their kind in the file, or by a minimal text.',
  needsTree: true,
  options: [],
  search: parsing(shrinking(untilSettled(tryMoves(replacing, replacementsIn)))),
};

function replacementsIn(text: ParsedText): Moves<number> {
  const { tree, isWorse } = text;
  const least = smallestOfTypes(tree);
  // The first one that parses there: where it fails the test, so do the others.
  const minimalText = (target: number) => minimal.find((insert) => !isWorse([replacement(tree, target, insert)]));
  return {
    targets: heaviestFirst(tree, wholeElements(text)).filter(
      (element) => tree.weight[element] > 1 && tree.weight[element] < tree.weight[0],
    ),
    each: 3,
    edits(target, index) {
      if (index === 0) return [replacement(tree, target, least.get(tree.type[target])!)];
      const insert = index === 1 ? minimalText(target) : /["'`]/.test(textOf(tree, target)) ? '""' : undefined;
      return insert ? [replacement(tree, target, insert)] : [];
    },
  };
}

/** The shortest text of each type. */
function smallestOfTypes(tree: ElementTree): ReadonlyMap<number, string> {
  const least = new Map<number, string>();
  for (let element = 1; element < tree.count; element++) {
    const known = least.get(tree.type[element]);
    if (known === undefined || tree.end[element] - tree.start[element] < known.length)
      least.set(tree.type[element], textOf(tree, element));
  }
  return least;
}

/** A number becomes 0 or 1, a string 0 or empty. */
export const shortLiterals = tryMoves<number>(
  () => l10n.t('Shortening literals'),
  (text) => {
    const { tree } = text;
    return {
      targets: wholeElements(text).filter((element) => literalTypes.test(tree.types[tree.type[element]])),
      each: 2,
      patience: simplifyingPatience,
      edits: (literal, index) => [replacement(tree, literal, shortest(textOf(tree, literal))[index])],
    };
  },
);

/** What a literal may become, the likelier one first. */
function shortest(literal: string): readonly string[] {
  const quote = /^\w*(["'`])/.exec(literal)?.[1];
  return quote ? ['0', quote + quote] : ['0', '1'];
}

function wholeElements(text: ParsedText): number[] {
  const { types, type } = text.tree;
  return deletableElements(text).filter((element) => !insideTypes.test(types[type[element]]));
}

/** Neighbours of one parent that exchange parts are at most this far apart. */
const farthest = 3;

/** Donations that may fail in a row. Most of those that hold are the second to the fourth. */
const donationPatience = 5;

interface Donation {
  /** In tokens. */
  readonly gain: number;
  readonly edits: () => readonly Edit[];
}

/**
 * Donations: one of two neighbours goes, but a part of it takes the place of a part of the same kind in the other, or becomes a body
 * there: `struct s { a: [u8; b as c] } fn f();` becomes `fn f() { b as c }`.
 */
export const donations = tryNearEnd(
  () => l10n.t('Moving parts of elements'),
  donationPatience,
  (text) =>
    neighboursIn(text)
      .flatMap(([first, second]) => [...donationsOf(text, first, second), ...donationsOf(text, second, first)])
      .sort((a, b) => b.gain - a.gain)
      .map(({ edits }) => edits()),
);

/** Siblings near each other, each with parts. */
function neighboursIn(text: ParsedText): (readonly [number, number])[] {
  const { last, parent } = text.tree;
  const elements = deletableElements(text).filter((element) => last[element] > element);
  return [...groupBy(elements, (element) => parent[element]).values()].flatMap((family) =>
    family.flatMap((first, at) => family.slice(at + 1, at + 1 + farthest).map((second) => [first, second] as const)),
  );
}

function donationsOf(text: ParsedText, donor: number, receiver: number): Donation[] {
  const { weight, last } = text.tree;
  const parts = Array.from({ length: last[donor] - donor }, (_, at) => donor + 1 + at);
  return parts
    .filter((part) => weight[part] > 1)
    .flatMap((part) => placesFor(text.tree, part, receiver).map((place) => ({ part, ...place })))
    .map(({ part, place, gone }) => {
      return { gain: weight[donor] - weight[part] + gone, edits: () => cutsOfElements(text, [donor], [place]) };
    })
    .filter(({ gain }) => gain > 0);
}

interface Place {
  readonly place: Edit;
  /** Tokens that the part takes the place of, less those put around it. */
  readonly gone: number;
}

/** Where a part of this kind stands; and a `;` that ends something without a body. */
function placesFor(tree: ElementTree, part: number, receiver: number): Place[] {
  const { text, end, type, weight, last } = tree;
  const given = textOf(tree, part);
  const isBlock = given.startsWith('{');
  const found: Place[] = [];
  for (let place = receiver; place <= last[receiver]; place++) {
    const to = end[place];
    if (place > receiver && type[place] === type[part] && textOf(tree, place) !== given)
      found.push({ place: replacement(tree, place, given), gone: weight[place] });
    if (text[to - 1] === ';')
      found.push({ place: { start: to - 1, end: to, insert: isBlock ? given : `{${given}}` }, gone: isBlock ? 1 : -1 });
  }
  return found;
}
