/**
 * Moves that insert text. Makes an element as small as its kind can be: the smallest text of the same type in the file, or a minimal
 * text that parses there. Shortens literals: a number becomes 0 or 1, a string becomes empty.
 */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import type { Edit } from '../../text/source';
import { deletableElements, heaviestFirst, type ParsedText } from '../parsedText';
import { simplifyingPatience, tryMoves, type Moves } from './moves';
import { parsing, shrinking, untilSettled } from '../pipelines/steps';
import type { Strategy } from '../strategy';

/** Texts that are an expression, a statement or a block in some language. */
const minimal = ['0', '""', '{}', ';'];

const short = ['0', '1', '""', "''"];
const literalTypes = /string|number|integer|float|literal|char|template/;

/** Parts of literals. */
const insideTypes = /content|fragment|escape/;

const label = () => l10n.t('Replacing elements with smaller ones');

export const replacements = tryMoves(label, (text) => ({ ...replacementsIn(text), patience: simplifyingPatience }));

export const shortLiterals = tryMoves(() => l10n.t('Shortening literals'), shorteningsOf);

export const smallest: Strategy = {
  name: 'smallest',
  description: 'Replaces elements by the smallest of their kind in the file, or by a minimal text.',
  needsTree: true,
  usesReducer: false,
  options: [],
  search: parsing(shrinking(untilSettled(tryMoves(label, replacementsIn)))),
};

function replacementsIn(text: ParsedText): Moves<number> {
  const { tree } = text;
  const least = smallestOfTypes(tree);
  return {
    targets: heaviestFirst(tree, wholeElements(text)).filter((element) => tree.weight[element] > 1),
    each: minimal.length + 1,
    edits: (target, index) => replaced(tree, target, index === 0 ? least.get(tree.type[target])! : minimal[index - 1]),
  };
}

function shorteningsOf(text: ParsedText): Moves<number> {
  const { tree } = text;
  return {
    targets: wholeElements(text).filter((element) => literalTypes.test(tree.types[tree.type[element]])),
    each: short.length,
    patience: simplifyingPatience,
    edits: (literal, index) => replaced(tree, literal, short[index]),
  };
}

function wholeElements(text: ParsedText): number[] {
  const { types, type } = text.tree;
  return deletableElements(text).filter((element) => !insideTypes.test(types[type[element]]));
}

function replaced({ start, end }: ElementTree, element: number, insert: string): Edit[] {
  return [{ start: start[element], end: end[element], insert }];
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
