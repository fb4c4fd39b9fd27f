/** A definition goes, and something takes its place where its name is used. Found by signs and names only, in all languages alike. */
import * as l10n from '@vscode/l10n';
import { isInside, textOf, type ElementTree } from '../../syntax/elementTree';
import type { Edit } from '../../text/source';
import { familiesOf, type Family } from '../names/groups';
import { namesOf, usesOutside, type Name } from '../names/names';
import { cutsOfElements, mayGo, replacement, type ParsedText } from '../parsedText';
import { simplifyingPatience, tryMoves } from './moves';

const inliningDefinitions = () => l10n.t('Inlining definitions');

interface DefinedName extends Name {
  readonly definition: number;
}

/** The names whose definition may go. */
function definedNames(text: ParsedText, names: readonly Name[]): DefinedName[] {
  return names.filter((name): name is DefinedName => name.definition !== undefined && mayGo(text, name.definition));
}

/** Deletes `elements` and puts `insert` in these places; nothing if there are none, or one may not change. */
function replaceUses(text: ParsedText, elements: readonly number[], places: readonly number[], insert: string): Edit[] {
  if (places.length === 0 || !places.every((place) => mayGo(text, place))) return [];
  return cutsOfElements(
    text,
    elements,
    places.map((place) => replacement(text.tree, place, insert)),
  );
}

/** The value as it is, and in parentheses. */
const forms = [(value: string) => value, (value: string) => `(${value})`];

/**
 * Each use of a name becomes its value; for a function each call becomes what it returns. Or the definition moves to its first use:
 * `struct s { int i; }; f(struct s a)` becomes `f(struct s { int i; } a)`.
 */
export const inlinings = tryMoves<DefinedName>(inliningDefinitions, (text) => {
  const { tree } = text;
  return {
    targets: definedNames(text, [...namesOf(tree).values()]),
    each: forms.length + 1,
    patience: simplifyingPatience,
    edits(name, index) {
      if (index === forms.length) return moveToUse(text, name);
      const value = valueOf(tree, name);
      return value ? replaceUses(text, [name.definition], placesOf(tree, name, value), forms[index](value.text)) : [];
    },
  };
});

/** The definition in the place of its first use, which has the words with which it begins; none if there is no such use. */
function moveToUse(text: ParsedText, { occurrences, definition }: DefinedName): Edit[] {
  const { tree } = text;
  const whole = textOf(tree, definition).replace(/\s*;\s*$/, '');
  const use = occurrences.find((one) => one > tree.last[definition]);
  const place = use === undefined ? -1 : tree.parent[use];
  if (place < 0 || tree.end[place] !== tree.end[use!] || tree.start[place] >= tree.start[use!]) return [];
  const head = textOf(tree, place);
  const isHead = head.length < whole.length && whole.startsWith(head);
  return isHead ? replaceUses(text, [definition], [place], whole) : [];
}

interface Value {
  readonly text: string;
  /** Of a function, not of a variable. */
  readonly isReturned: boolean;
}

/** What follows `name =`, or the only thing that a function returns. */
function valueOf(tree: ElementTree, { occurrences, definition }: DefinedName): Value | undefined {
  const { text, start, end, last } = tree;
  const name = occurrences.find((one) => isInside(tree, one, definition))!;
  const returns = textOf(tree, definition).match(/\breturn\b|=>/g)?.length ?? 0;
  for (let element = name + 1; element <= last[definition]; element++) {
    const before = text.slice(end[name], start[element]);
    const isReturned = returns === 1 && /(?:\breturn\s+|=>\s*)$/.test(before);
    if (isReturned || (returns === 0 && /^[^=]*[^=!<>]=\s*$|^\s*=\s*$/.test(before)))
      return { text: textOf(tree, element), isReturned };
  }
  return undefined;
}

/** The uses, or the calls of a function; none if one of them cannot be inlined. */
function placesOf(tree: ElementTree, { occurrences, definition }: DefinedName, { isReturned }: Value): number[] {
  const uses = usesOutside(tree, occurrences, definition);
  const places = isReturned ? uses.map((use) => tree.parent[use]) : uses;
  const isWhole = (place: number, at: number) =>
    !isReturned || (tree.start[place] === tree.start[uses[at]] && /call|invocation/.test(tree.types[tree.type[place]]));
  const areApart = places.every((place, at) => at === 0 || tree.start[place] >= tree.end[places[at - 1]]);
  return areApart && places.every(isWhole) ? places : [];
}

/** The i-th members of a family; the first one introduces the name. */
interface Parameter {
  readonly name: Name;
  readonly family: Family;
  readonly index: number;
}

/**
 * Arguments in place of parameters: `struct s<t> { a: t }` with `s<u8>` becomes `struct s { a: u8 }` with `s`, and `f(x) { g(x) }` with
 * `f(1)` becomes `f() { g(1) }` with `f()`.
 */
export const argumentInlinings = tryMoves<Parameter>(inliningDefinitions, (text) => {
  const names = [...namesOf(text.tree).values()];
  const several = names.filter(({ occurrences }) => occurrences.length > 1);
  const introduced = new Map(several.map((name) => [name.occurrences[0], name]));
  const firstIn = (member: number) => {
    for (let element = member; element <= text.tree.last[member]; element++)
      if (introduced.has(element)) return introduced.get(element);
    return undefined;
  };
  return {
    targets: familiesOf(text.tree, names).flatMap((family) =>
      family[0].members.flatMap((member, index) => {
        const name = firstIn(member);
        return name ? [{ name, family, index }] : [];
      }),
    ),
    patience: simplifyingPatience,
    edits: (parameter) => inlineArgument(text, parameter),
  };
});

function inlineArgument(text: ParsedText, { name, family, index }: Parameter): readonly Edit[] {
  const { tree } = text;
  const members = family.flatMap((group) => group.members.slice(index, index + 1));
  if (members.length < 2) return [];
  const insert = textOf(tree, members[1]);
  const uses = name.occurrences.filter((use) => !members.some((member) => isInside(tree, use, member)));
  const isEmptied = family.every((group) => group.members.length <= 1);
  const elements = isEmptied ? family.flatMap(({ element }) => (element < 0 ? [] : [element])) : members;
  if (uses.length === 0 || ![...uses, ...elements].every((element) => mayGo(text, element))) return [];
  const brackets = isEmptied ? family.map(({ start, end }) => ({ start, end })) : [];
  return cutsOfElements(text, elements, [...brackets, ...uses.map((use) => replacement(tree, use, insert))]);
}
