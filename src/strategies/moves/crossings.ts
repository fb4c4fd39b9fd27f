/**
 * Crossings make one element of two neighbours. The head of the first goes on with the tail of the second: `fn f(a); fn g(b) { c }`
 * becomes `fn f(a) { c }`. Or one of them goes, but a part of it takes the place of a part of the same kind in the other, or becomes a
 * body there: `struct s { a: [u8; b as c] } fn f();` becomes `fn f() { b as c }`.
 */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import type { Edit } from '../../text/source';
import { tidyCuts } from '../../text/tidy';
import { cutsOfElements, deletableElements, type ParsedText } from '../parsedText';
import { tryMoves } from './moves';

/** Only in texts that are nearly at their end. */
const mostElements = 120;

/** Neighbours of one parent are at most this far apart. */
const farthest = 3;

/** Moves that may fail in a row. Most of those that hold are the second to the fourth. */
const patience = 5;

interface Crossing {
  /** In tokens. */
  readonly gain: number;
  readonly edits: readonly Edit[];
}

type Pair = readonly [number, number];

const tryCrossings = (label: () => string, crossingsOf: (text: ParsedText, pair: Pair) => Crossing[]) =>
  tryMoves<readonly Edit[]>(label, (text) => {
    const all = text.tree.count <= mostElements ? pairsOf(text).flatMap((pair) => crossingsOf(text, pair)) : [];
    const targets = all
      .filter(({ edits }) => !text.isWorse(edits))
      .sort((a, b) => b.gain - a.gain)
      .map(({ edits }) => edits);
    return { targets, patience, edits: (edits) => edits };
  });

export const joins = tryCrossings(() => l10n.t('Joining elements'), joinsOf);

export const donations = tryCrossings(
  () => l10n.t('Moving parts of elements'),
  (text, [first, second]) => [...donationsOf(text, first, second), ...donationsOf(text, second, first)],
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

/** At the ends, or at the starts, of two children of one kind. */
function joinsOf({ tree, scope }: ParsedText, [first, second]: Pair): Crossing[] {
  const { start, end, type, weight, last } = tree;
  const found: Crossing[] = [];
  for (let a = first + 1; a <= last[first]; a = last[a] + 1) {
    for (let b = second + 1; b <= last[second]; b = last[b] + 1) {
      if (type[a] !== type[b]) continue;
      for (const side of [end, start]) {
        const cut = { start: side[a], end: side[b] };
        found.push({ gain: weight[first] + weight[second], edits: tidyCuts(tree.text, [cut], scope) });
      }
    }
  }
  return found;
}

function donationsOf(text: ParsedText, donor: number, receiver: number): Crossing[] {
  const { tree } = text;
  const { weight, last } = tree;
  const found: Crossing[] = [];
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
