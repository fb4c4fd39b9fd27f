/** Merging identifiers (Vulcan, Xu et al. 2023): deletes a definition and replaces the uses of its name by another name. */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import type { Edit } from '../../text/source';
import { cutsOfElements, mayGo, type ParsedText } from '../parsedText';
import { tryMoves, type Moves } from './moves';
import { isInside, namesOf, type Name } from '../names/names';

/** Moves that may fail in a row. */
const patience = 8;

/** Limits on the other names tried for one name: first names in its definition, as in an alias, then the most used names. */
const mostOthers = 5;
const mostMentioned = 2;

export const mergedIdentifiers = tryMoves(() => l10n.t('Merging identifiers'), mergesOf);

function mergesOf(text: ParsedText): Moves<Name> {
  const { tree } = text;
  const names = [...namesOf(tree).values()].sort((a, b) => b.occurrences.length - a.occurrences.length);
  return {
    targets: names.filter(({ definition }) => definition !== undefined && mayGo(text, definition)),
    each: mostOthers,
    patience,
    edits(name, index) {
      const other = othersOf(tree, names, name)[index];
      const uses = outside(tree, name.occurrences, name.definition!);
      if (!other || uses.length === 0 || !uses.every((use) => mayGo(text, use))) return [];
      const renamed = uses.map((use): Edit => ({ start: tree.start[use], end: tree.end[use], insert: other.text }));
      return cutsOfElements(text, [name.definition!], renamed);
    },
  };
}

/** Names that are left without the definition of `name`. `names`: the most used ones first. */
function othersOf(tree: ElementTree, names: readonly Name[], name: Name): readonly Name[] {
  const definition = name.definition!;
  const mentioned: Name[] = [];
  const others: Name[] = [];
  for (const other of names) {
    if (other === name) continue;
    const left = outside(tree, other.occurrences, definition).length;
    if (left === 0) continue;
    const mentions = left < other.occurrences.length;
    if (mentions && mentioned.length < mostMentioned) mentioned.push(other);
    else if (others.length < mostOthers) others.push(other);
    if (mentioned.length === mostMentioned && others.length === mostOthers) break;
  }
  return [...mentioned, ...others].slice(0, mostOthers);
}

function outside(tree: ElementTree, occurrences: readonly number[], definition: number): number[] {
  return occurrences.filter((occurrence) => !isInside(tree, occurrence, definition));
}
