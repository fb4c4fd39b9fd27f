/**
 * The canonical form (T-Rec, Xu et al. 2024; canonicalization of SFC, 2025): short names in the order of the text, and no needless
 * blanks, so that two inputs with one bug end more alike. Many at once first, then fewer.
 */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import type { Edit } from '../../text/source';
import { mayGo, type ParsedText } from '../parsedText';
import { namesOf, type Name } from '../names/names';
import { inSequence } from '../pipelines/steps';
import { tryMoves, type Moves } from './moves';

const shortNames = tryMoves(() => l10n.t('Shortening names'), renamingsOf);

const oneLine = tryMoves(() => l10n.t('Removing blanks'), blanksOf);

export const canonical = inSequence(shortNames, oneLine);

/** With more names only groups of them are tried, down to an eighth. */
const mostAlone = 12;

function renamingsOf(text: ParsedText): Moves<readonly Name[]> {
  const { tree } = text;
  const all = namesOf(tree);
  const isLong = ({ text: name }: Name) => /^[\p{L}_$][\p{L}\p{N}_$]+$/u.test(name);
  const names = [...all.values()].filter((name) => isLong(name) && name.occurrences.every((one) => mayGo(text, one)));
  const fresh = [...'abcdefghijklmnopqrstuvwxyz'].filter((letter) => !all.has(letter));
  return {
    targets: groupsOf(names.slice(0, fresh.length)),
    edits: (group) =>
      group
        .flatMap(({ occurrences }, at) => occurrences.map((one) => renamed(tree, one, fresh[at])))
        .sort((a, b) => a.start - b.start),
  };
}

function renamed({ start, end }: ElementTree, element: number, insert: string): Edit {
  return { start: start[element], end: end[element], insert };
}

/** All, halves, quarters and so on. */
function groupsOf<T>(all: readonly T[]): (readonly T[])[] {
  const least = all.length <= mostAlone ? 1 : all.length / 8;
  const groups: (readonly T[])[] = all.length > 0 ? [all] : [];
  for (let at = 0; at < groups.length; at++) {
    const group = groups[at];
    const half = Math.ceil(group.length / 2);
    if (group.length > 1 && half >= least) groups.push(group.slice(0, half), group.slice(half));
  }
  return groups;
}

/** A text of one line so long reads as well without its blanks. */
const longestLine = 60;

function blanksOf({ tree, scope }: ParsedText): Moves<readonly Edit[]> {
  const { text } = tree;
  const gaps = blanksBetween(tree).filter(({ start, end }) => start >= scope.start && end <= scope.end);
  const length = gaps.reduce((sum, { start, end, insert = '' }) => sum - (end - start) + insert.length, text.length);
  const isShorter = ({ start, end, insert = '' }: Edit) => insert.length < end - start;
  const edits = gaps.filter(isShorter);
  return { targets: length <= longestLine && edits.length > 0 ? groupsOf(edits) : [], edits: (group) => group };
}

/** Blanks that are no part of a string, a comment or a text: one stays between words, and between signs that would become another one. */
function blanksBetween({ text, count, start, end, last }: ElementTree): Edit[] {
  const leaves = Array.from({ length: count }, (_, element) => element).filter((element) => last[element] === element);
  let leaf = 0;
  return [...text.matchAll(/\s+/g)].flatMap(({ index, 0: blanks }): Edit[] => {
    while (leaf < leaves.length && end[leaves[leaf]] <= index) leaf++;
    if (leaf < leaves.length && start[leaves[leaf]] <= index) return [];
    const around =
      text.slice(Math.max(0, index - 1), index) + text.slice(index + blanks.length, index + blanks.length + 1);
    const isNeeded = /^[\w$]{2}$|^([-+&|=<>/*.:])\1$/.test(around);
    const atEnd = index + blanks.length === text.length ? /\r?\n/.exec(blanks)?.[0] : undefined;
    return [{ start: index, end: index + blanks.length, insert: atEnd ?? (isNeeded ? blanks.slice(0, 1) : '') }];
  });
}
