/**
 * The canonical form (T-Rec, Xu et al. 2024; canonicalization of SFC, 2025): short names in the order of the text, and no needless
 * blanks, so that two inputs with one bug end more alike. Many at once first, then fewer.
 */
import * as l10n from '@vscode/l10n';
import { type ElementTree, childrenOf, textOf } from '../../syntax/elementTree';
import { reindentation, usualStep } from '../../syntax/indentation';
import type { Range } from '../../text/ranges';
import { render, type Edit, type SourceText } from '../../text/source';
import { endsFile, polishingCuts } from '../../text/tidy';
import { type Name, namesOf } from '../names/names';
import { type ParsedText, mayGo, replacement } from '../parsedText';
import { inSequence, named } from '../pipelines/steps';
import { scopeOf, type TextSearch } from '../strategy';
import { tryAny, tryMoves, tryTogether, type Moves } from './moves';

const shortNames = tryTogether(() => l10n.t('Shortening names'), renamingsOf);

const oneLine = tryTogether(() => l10n.t('Removing blanks'), blanksOf);

export const canonical = inSequence(shortNames, oneLine);

/** Names of one letter become a, b, c in the order of the text, which makes nothing smaller: one test. */
export const lettersInOrder = tryMoves(() => l10n.t('Shortening names'), lettersOf);

const alphabet = 'abcdefghijklmnopqrstuvwxyz';

/** Of more names than there are letters. */
const letters = [...alphabet, ...[...alphabet].map((letter) => `${letter}0`)];

/** The names that gain most first; letters in the order of the text. */
function renamingsOf(text: ParsedText): Edit[][] {
  const { tree } = text;
  const all = namesOf(tree);
  const isLong = ({ text: name }: Name) => /^[\p{L}_$][\p{L}\p{N}_$]+$/u.test(name);
  const fresh = letters.filter((letter) => !all.has(letter));
  return [...all.values()]
    .filter((name) => isLong(name) && name.occurrences.every((one) => mayGo(text, one)))
    .slice(0, fresh.length)
    .map((name, at) => ({ name, short: fresh[at] }))
    .sort((a, b) => gain(b.name) - gain(a.name))
    .map(({ name, short }) => name.occurrences.map((one) => replacement(tree, one, short)));
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
    .flatMap(({ text: name, occurrences }, at) =>
      name === free[at] ? [] : occurrences.map((one) => replacement(tree, one, free[at])),
    )
    .sort((a, b) => a.start - b.start);
  return { targets: edits.length > 0 && names.length <= free.length ? [edits] : [], edits: (all) => all };
}

/** A text of one line so long reads as well without its blanks. */
const longestLine = 60;

function blanksOf({ tree, scope }: ParsedText): Edit[][] {
  const { text } = tree;
  const gaps = gapsOf(tree).filter(({ start, end }) => start >= scope.start && end <= scope.end);
  const without = gaps.map((gap) => withoutBlanks(text, gap));
  const length = without.reduce((sum, { start, end, insert }) => sum - (end - start) + insert.length, text.length);
  const edits = length <= longestLine ? without : gaps.flatMap((gap) => asPeopleWrite(tree, gap));
  return edits.filter(({ start, end, insert }) => insert.length < end - start).map((edit) => [edit]);
}

/** Blanks, and the text that takes their place. */
type Blanks = Edit & { readonly insert: string };

/** Leaves whose blanks mean something. Others, such as modifiers, are words side by side. */
const data = /string|comment|heredoc|scalar|regex|text|cdata|content|fragment|char|template/i;

/** Ranges of blanks that are no part of a string, a comment or a text. */
function gapsOf({ text, count, start, end, last, types, type }: ElementTree): Range[] {
  const isData = (element: number) => last[element] === element && data.test(types[type[element]]);
  const leaves = Array.from({ length: count }, (_, element) => element).filter(isData);
  let leaf = 0;
  return [...text.matchAll(/\s+/g)].flatMap(({ index, 0: blanks }): Range[] => {
    while (leaf < leaves.length && end[leaves[leaf]] <= index) leaf++;
    const isInside = leaf < leaves.length && start[leaves[leaf]] <= index;
    return isInside ? [] : [{ start: index, end: index + blanks.length }];
  });
}

/** One blank stays between words, and between signs that would become another one. */
function withoutBlanks(text: string, { start, end }: Range): Blanks {
  const isNeeded = /^[\w$]{2}$|^([-+&|=<>/*.:])\1$/.test(
    text.slice(Math.max(0, start - 1), start) + text.slice(end, end + 1),
  );
  const atEnd = endsFile(text, end) ? /\r?\n/.exec(text.slice(start, end))?.[0] : undefined;
  return { start, end, insert: atEnd ?? (isNeeded ? text.slice(start, start + 1) : '') };
}

/**
 * Programs that write programs put blanks where people put none: `f ( a , b ) ;`. Within a line one blank is enough, and a short list
 * in brackets stands on one line.
 */
function asPeopleWrite(tree: ElementTree, { start, end }: Range): Blanks[] {
  const { text } = tree;
  const blanks = text.slice(start, end);
  const isLineStart = start === 0 || text[start - 1] === '\n';
  if (endsFile(text, end) || isLineStart) return [];
  if (blanks.includes('\n') && !isInShortList(tree, { start, end })) return [];
  const isNeedless = /[([]$/.test(text.slice(start - 1, start)) || /^(?:[,)\]]|;(?!;))/.test(text.slice(end, end + 2));
  if (isNeedless) return [{ start, end, insert: '' }];
  return blanks.length > 1 || blanks === '\n' ? [{ start, end, insert: ' ' }] : [];
}

/** Lists like `(a, b)` and `[0, 1]`, without statements and comments. */
const list = /^(?:\([^;{}#]*\)|\[[^;{}#]*\])$/;

function isInShortList(tree: ElementTree, gap: Range): boolean {
  const { start, end } = tree;
  let around = 0;
  const contains = (element: number) => start[element] <= gap.start && gap.end <= end[element];
  for (let child: number | undefined = 0; child !== undefined; child = childrenOf(tree, around).find(contains))
    around = child;
  const whole = textOf(tree, around);
  return around > 0 && list.test(whole) && !whole.includes('//') && whole.replace(/\s+/g, ' ').length <= longestLine;
}

/** Tries all these edits at once. */
function tryEdits(text: SourceText, edits: readonly Edit[], none?: () => TextSearch): TextSearch {
  return tryAny(text, { count: Math.min(1, edits.length), edits: () => edits, chance: 0.95, none });
}

const blankLines = named(
  () => l10n.t('Removing blank lines'),
  (text, { fixed }) => tryEdits(text, polishingCuts(render(text), scopeOf(text.length, fixed))),
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
