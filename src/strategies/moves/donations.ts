/**
 * Donations: one of two neighbours goes, but a part of it takes the place of a part of the same kind in the other, or becomes a body
 * there: `struct s { a: [u8; b as c] } fn f();` becomes `fn f() { b as c }`.
 */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import type { Edit } from '../../text/source';
import { cutsOfElements, deletableElements, type ParsedText } from '../parsedText';
import { tryMoves } from './moves';

/** Only in texts that are nearly at their end. */
const mostElements = 120;

/** Neighbours of one parent are at most this far apart. */
const farthest = 3;

/** Moves that may fail in a row. Most of those that hold are the second to the fourth. */
const patience = 5;

interface Donation {
  /** In tokens. */
  readonly gain: number;
  readonly edits: readonly Edit[];
}

type Pair = readonly [number, number];

export const donations = tryMoves<readonly Edit[]>(
  () => l10n.t('Moving parts of elements'),
  (text) => {
    const pairs = text.tree.count <= mostElements ? pairsOf(text) : [];
    const targets = pairs
      .flatMap(([first, second]) => [...donationsOf(text, first, second), ...donationsOf(text, second, first)])
      .filter(({ edits }) => !text.isWorse(edits))
      .sort((a, b) => b.gain - a.gain)
      .map(({ edits }) => edits);
    return { targets, patience, edits: (edits) => edits };
  },
);

/** Siblings near each other, each with parts. */
function pairsOf(text: ParsedText): Pair[] {
  const { tree } = text;
  const families = new Map<number, number[]>();
  for (const element of deletableElements(text)) {
    if (tree.last[element] === element) continue;
    const family = families.get(tree.parent[element]);
    if (family) family.push(element);
    else families.set(tree.parent[element], [element]);
  }
  return [...families.values()].flatMap((family) =>
    family.flatMap((first, at) => family.slice(at + 1, at + 1 + farthest).map((second): Pair => [first, second])),
  );
}

function donationsOf(text: ParsedText, donor: number, receiver: number): Donation[] {
  const { tree } = text;
  const { weight, last } = tree;
  const found: Donation[] = [];
  for (let part = donor + 1; part <= last[donor]; part++) {
    if (weight[part] < 2) continue;
    for (const { place, gone } of placesFor(tree, part, receiver)) {
      const gain = weight[donor] - weight[part] + gone;
      if (gain > 0) found.push({ gain, edits: cutsOfElements(text, [donor], [place]) });
    }
  }
  return found;
}

interface Place {
  readonly place: Edit;
  /** Tokens that the part takes the place of, less those put around it. */
  readonly gone: number;
}

/** Where a part of this kind stands; and a `;` that ends something without a body. */
function placesFor({ text, start, end, type, weight, last }: ElementTree, part: number, receiver: number): Place[] {
  const given = text.slice(start[part], end[part]);
  const found: Place[] = [];
  for (let place = receiver; place <= last[receiver]; place++) {
    const [from, to] = [start[place], end[place]];
    if (place > receiver && type[place] === type[part] && text.slice(from, to) !== given)
      found.push({ place: { start: from, end: to, insert: given }, gone: weight[place] });
    const isBlock = given.startsWith('{');
    if (text[to - 1] === ';')
      found.push({ place: { start: to - 1, end: to, insert: isBlock ? given : `{${given}}` }, gone: isBlock ? 1 : -1 });
  }
  return found;
}
