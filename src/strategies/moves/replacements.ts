/**
 * Moves that insert text. Makes an element as small as its kind can be: the smallest text of the same type in the file, or a minimal
 * text that parses there. Shortens literals: a number becomes 0 or 1, a string 0 or empty.
 */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import type { Edit } from '../../text/source';
import { deletableElements, heaviestFirst, type ParsedText } from '../parsedText';
import { simplifyingPatience, tryMoves, type Moves } from './moves';
import { parsing, shrinking, untilSettled } from '../pipelines/steps';
import type { Strategy } from '../strategy';

/** Texts that are an expression, a statement or a block in some language. */
const minimal = ['0', '{}', ';'];

const literalTypes = /string|number|integer|float|literal|char|template/;

/** Parts of literals. */
const insideTypes = /content|fragment|escape/;

const label = () => l10n.t('Replacing elements with smaller ones');

/** Moves that may fail in a row, three for each element, also those that make no sense; one in a hundred holds. */
const patience = 12;

export const replacements = tryMoves(label, (text) => ({ ...replacementsIn(text), patience }));

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
    targets: heaviestFirst(tree, wholeElements(text)).filter(
      (element) => tree.weight[element] > 1 && tree.weight[element] < tree.weight[0],
    ),
    each: 3,
    edits(target, index) {
      if (index === 0) return replaced(tree, target, least.get(tree.type[target])!);
      const insert = index === 1 ? minimalText(text, target) : hasString(tree, target) ? '""' : undefined;
      return insert ? replaced(tree, target, insert) : [];
    },
  };
}

/** The first one that parses there: where it fails the test, so do the others. */
function minimalText({ tree, isWorse }: ParsedText, target: number): string | undefined {
  return minimal.find((insert) => !isWorse(replaced(tree, target, insert)));
}

function hasString({ text, start, end }: ElementTree, element: number): boolean {
  return /["'`]/.test(text.slice(start[element], end[element]));
}

function shorteningsOf(text: ParsedText): Moves<number> {
  const { tree } = text;
  return {
    targets: wholeElements(text).filter((element) => literalTypes.test(tree.types[tree.type[element]])),
    each: 2,
    patience: simplifyingPatience,
    edits(literal, index) {
      const insert = shortest(tree.text.slice(tree.start[literal], tree.end[literal]))[index];
      return insert ? replaced(tree, literal, insert) : [];
    },
  };
}

/** What a literal may become, the likelier one first. */
function shortest(literal: string): readonly string[] {
  const quote = /^\w*(["'`])/.exec(literal)?.[1];
  return quote ? ['0', quote + quote] : ['0', '1'];
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
