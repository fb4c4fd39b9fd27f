/**
 * Inlining: a definition goes, and each use of its name becomes its value; for a function each call becomes what it returns. Or it moves
 * to its first use: `struct s { int i; }; f(struct s a)` becomes `f(struct s { int i; } a)`. Found by the signs around a value only, in
 * all languages alike.
 */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import type { Edit } from '../../text/source';
import { cutsOfElements, mayGo, type ParsedText } from '../parsedText';
import { isInside, namesOf, type Name } from '../names/names';
import { simplifyingPatience, tryMoves, type Moves } from './moves';

export const inlinings = tryMoves(() => l10n.t('Inlining definitions'), inliningsOf);

/** The value as it is, and in parentheses. */
const forms = [(value: string) => value, (value: string) => `(${value})`];

function inliningsOf(text: ParsedText): Moves<Name> {
  const { tree } = text;
  const names = [...namesOf(tree).values()];
  return {
    targets: names.filter(({ definition }) => definition !== undefined && mayGo(text, definition)),
    each: forms.length + 1,
    patience: simplifyingPatience,
    edits(name, index) {
      if (index === forms.length) return movedToUse(text, name);
      const value = valueOf(tree, name);
      const places = value && placesOf(tree, name, value.isReturned);
      if (!places?.every((place) => mayGo(text, place))) return [];
      const insert = forms[index](value!.text);
      const inlined = places.map((place): Edit => ({ start: tree.start[place], end: tree.end[place], insert }));
      return cutsOfElements(text, [name.definition!], inlined);
    },
  };
}

/** The definition in the place of its first use, which has the words with which it begins; none if there is no such use. */
function movedToUse(text: ParsedText, { occurrences, definition }: Name): Edit[] {
  const { tree } = text;
  const whole = tree.text.slice(tree.start[definition!], tree.end[definition!]).replace(/\s*;\s*$/, '');
  const use = occurrences.find((one) => one > tree.last[definition!]);
  const place = use === undefined ? undefined : tree.parent[use];
  if (place === undefined || tree.end[place] !== tree.end[use!] || !mayGo(text, place)) return [];
  const head = tree.text.slice(tree.start[place], tree.end[place]);
  const isHead = head.length < whole.length && whole.startsWith(head) && tree.start[place] < tree.start[use!];
  return isHead
    ? cutsOfElements(text, [definition!], [{ start: tree.start[place], end: tree.end[place], insert: whole }])
    : [];
}

interface Value {
  readonly text: string;
  /** Of a function, not of a variable. */
  readonly isReturned: boolean;
}

/** What follows `name =`, or the only thing that a function returns. */
function valueOf({ text, start, end, last }: ElementTree, { occurrences, definition }: Name): Value | undefined {
  const name = occurrences.find((one) => one >= definition! && one <= last[definition!])!;
  const returns = text.slice(start[definition!], end[definition!]).match(/\breturn\b|=>/g)?.length ?? 0;
  for (let element = name + 1; element <= last[definition!]; element++) {
    const before = text.slice(end[name], start[element]);
    const isReturned = returns === 1 && /(?:\breturn\s+|=>\s*)$/.test(before);
    if (isReturned || (returns === 0 && /^[^=]*[^=!<>]=\s*$|^\s*=\s*$/.test(before)))
      return { text: text.slice(start[element], end[element]), isReturned };
  }
  return undefined;
}

/** The uses, or the calls; undefined if there are none, or one of them cannot be inlined. */
function placesOf(tree: ElementTree, { occurrences, definition }: Name, areCalls: boolean): number[] | undefined {
  const uses = occurrences.filter((one) => !isInside(tree, one, definition!));
  const places = areCalls ? uses.map((use) => tree.parent[use]) : uses;
  const isWhole = (place: number, at: number) =>
    !areCalls || (tree.start[place] === tree.start[uses[at]] && /call|invocation/.test(tree.types[tree.type[place]]));
  const areApart = places.every((place, at) => at === 0 || tree.start[place] >= tree.end[places[at - 1]]);
  return uses.length > 0 && areApart && places.every(isWhole) ? places : undefined;
}
