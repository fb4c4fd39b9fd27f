/**
 * The canonical form (T-Rec, Xu et al. 2024; canonicalization of SFC, 2025): short names in the order of the text, and one layout, so
 * that two inputs with one bug end more alike. Many at once first, then fewer.
 */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import { reindentation, usualStep } from '../../syntax/indentation';
import { layoutEdits } from '../../syntax/layout';
import { render, type Edit, type SourceText } from '../../text/source';
import { isAiry, polishingCuts } from '../../text/tidy';
import { type Name, namesOf } from '../names/names';
import { type ParsedText, mayGo } from '../parsedText';
import { inSequence, named } from '../pipelines/steps';
import { scopeOf, type TextSearch } from '../strategy';
import { tryAny, tryMoves, tryTogether, type Moves } from './moves';

export const shortNames = tryTogether(() => l10n.t('Shortening names'), renamingsOf);

/** Names of one letter become a, b, c in the order of the text, which makes nothing smaller: one test. */
export const lettersInOrder = tryMoves(() => l10n.t('Shortening names'), lettersOf);

const alphabet = 'abcdefghijklmnopqrstuvwxyz';

/** Of more names than there are letters. */
const letters = [...alphabet, ...[...alphabet].map((letter) => `${letter}0`)];

/** The names that gain most first; letters in the order of the text. A sign before a name stays. */
function renamingsOf(text: ParsedText): Edit[][] {
  const { tree } = text;
  const all = namesOf(tree);
  const isLong = ({ text: name }: Name) => /^[#@]?[\p{L}_$][\p{L}\p{N}_$]+$/u.test(name);
  const fresh = letters.filter((letter) => !all.has(letter));
  return [...all.values()]
    .filter((name) => isLong(name) && name.occurrences.every((one) => mayGo(text, one)))
    .slice(0, fresh.length)
    .map((name, at) => ({ name, short: (/^[#@]/.exec(name.text)?.[0] ?? '') + fresh[at] }))
    .sort((a, b) => gain(b.name) - gain(a.name))
    .map(({ name, short }) => renaming(tree, name, short));
}

/** With the string in which the name is said again: `T = TypeVar("T")`. */
function renaming({ start, text: whole }: ElementTree, { text, occurrences }: Name, to: string): Edit[] {
  const name = text.replace(/\$/g, '\\$');
  const said = new RegExp(`(?<=(?<![\\w$])${name}\\s*=[^\\n"']*(["']))${name}(?=\\1)`, 'g');
  const places = new Set([
    ...occurrences.map((one) => start[one]),
    ...[...whole.matchAll(said)].map(({ index }) => index),
  ]);
  return [...places].sort((a, b) => a - b).map((at) => ({ start: at, end: at + text.length, insert: to }));
}

function gain({ text, occurrences }: Name): number {
  return (text.length - 1) * occurrences.length;
}

function lettersOf(text: ParsedText): Moves<readonly Edit[]> {
  const { tree } = text;
  const all = namesOf(tree);
  const isFree = ({ text: name, occurrences }: Name) =>
    /^[A-Za-z]$/.test(name) && occurrences.every((one) => mayGo(text, one));
  const names = [...all.values()].filter(isFree).sort((a, b) => a.occurrences[0] - b.occurrences[0]);
  const free = [...alphabet].filter((letter) => !all.has(letter) || isFree(all.get(letter)!));
  const edits = names
    .flatMap((name, at) => (name.text === free[at] ? [] : renaming(tree, name, free[at])))
    .sort((a, b) => a.start - b.start);
  return { targets: edits.length > 0 && names.length <= free.length ? [edits] : [], edits: (all) => all };
}

/** One statement a line, and blanks where people write them: the one step that may make a text longer. */
export const layout = tryTogether(
  () => l10n.t('Laying out lines'),
  ({ base, tree, scope }) => {
    const step = /^\t/m.test(base.original) ? '\t' : ' '.repeat(usualStep(base.original));
    return layoutEdits(tree, scope, step).map((edit) => [edit]);
  },
);

/** Tries all these edits at once. */
function tryEdits(text: SourceText, edits: readonly Edit[], none?: () => TextSearch): TextSearch {
  return tryAny(text, { count: Math.min(1, edits.length), edits: () => edits, chance: 0.95, none });
}

const blankLines = named(
  () => l10n.t('Removing blank lines'),
  (text, { fixed }) => {
    const whole = render(text);
    const cuts = (isTight: boolean) => polishingCuts(whole, scopeOf(text.length, fixed), isTight);
    const usual = () => tryEdits(text, cuts(false));
    return isAiry(whole) ? tryEdits(text, cuts(true), usual) : usual();
  },
);

/** All lines, or else those of the first half, or else of the second: three tests at most. */
const indentation = named(
  () => l10n.t('Removing indentation'),
  (text, { parse, fixed }) => {
    const tree = parse(render(text));
    const edits = reindentation(tree, scopeOf(text.length, fixed), usualStep(text.original));
    const half = edits.length >> 1;
    const second = () => tryEdits(text, half === 0 ? [] : edits.slice(half));
    return tryEdits(text, edits, () => tryEdits(text, edits.slice(0, half), second));
  },
);

/** The same elements without the blank lines and spaces that earlier cuts left, and without the indentation of deleted surroundings. */
export const polish = inSequence(blankLines, indentation);
