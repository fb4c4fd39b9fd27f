/** Moves that put smaller text in the place of an element. */
import * as l10n from '@vscode/l10n';
import { textOf, type ElementTree } from '../../syntax/elementTree';
import { deletableElements, heaviestFirst, replacement, type ParsedText } from '../parsedText';
import { parsing, shrinking, untilSettled } from '../pipelines/steps';
import type { Strategy } from '../strategy';
import { simplifyingPatience, tryMoves, tryTogether, type Moves } from './moves';

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

/** A character becomes its number, where that is the same value: `case 'J':` becomes `case 74:`. */
export const characterCodes = tryTogether(
  () => l10n.t('Shortening literals'),
  (text) => {
    const { types, type } = text.tree;
    return deletableElements(text).flatMap((element) => {
      const code = /^(?:char|character)_literal$/.test(types[type[element]]) && codeOf(textOf(text.tree, element));
      return code ? [[replacement(text.tree, element, code)]] : [];
    });
  },
);

const escapes: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, '\\': 92, "'": 39, '"': 34 };

/** Bytes above 127 are negative, as `char` is in most compilers of C. */
function codeOf(literal: string): string | undefined {
  const [, plain, escape, hex, octal] =
    /^'(?:([ -&(-[\]-~])|\\(?:([ntr\\'"])|x([\da-f]{1,2})|([0-7]{1,3})))'$/i.exec(literal) ?? [];
  const code = plain?.charCodeAt(0) ?? escapes[escape] ?? (hex ? parseInt(hex, 16) : octal && parseInt(octal, 8));
  return typeof code === 'number' ? `${code > 127 ? code - 256 : code}` : undefined;
}

function wholeElements(text: ParsedText): number[] {
  const { types, type } = text.tree;
  return deletableElements(text).filter((element) => !insideTypes.test(types[type[element]]));
}
