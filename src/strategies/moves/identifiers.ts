/** Merging identifiers (Vulcan, Xu et al. 2023): deletes a definition and replaces the uses of its name by another name. */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import { removalRanges } from '../../syntax/removal';
import { render } from '../../text/source';
import type { Edit, SourceText } from '../../text/source';
import { tidyCuts } from '../../text/tidy';
import { tryMoves } from './moves';
import type { Moves } from './moves';
import { isInside, namesOf } from '../names/names';
import type { Name } from '../names/names';
import { deletableIn } from '../lists/pass';
import { named } from '../pipelines/steps';
import { scopeOf } from '../strategy';
import type { StrategyContext } from '../strategy';

/** Limits on the other names tried for one name: first names in its definition, as in an alias, then the most used names. */
const mostOthers = 5;
const mostMentioned = 2;

export const mergedIdentifiers = named(() => l10n.t('Merging identifiers'), tryMoves(mergesOf));

function mergesOf(text: SourceText, { parse, fixed }: StrategyContext): Moves {
  const tree = parse(render(text));
  const scope = scopeOf(tree.text.length, fixed);
  const names = [...namesOf(tree).values()].sort((a, b) => b.occurrences.length - a.occurrences.length);
  const defined = names.filter(({ definition }) => definition !== undefined && deletableIn(tree, fixed, definition));
  return {
    count: defined.length * mostOthers,
    edits(index) {
      const name = defined[Math.floor(index / mostOthers)];
      const other = othersOf(tree, names, name)[index % mostOthers];
      const uses = outside(tree, name.occurrences, name.definition!);
      if (!other || uses.length === 0 || !uses.every((use) => deletableIn(tree, fixed, use))) return [];
      const removed = new Uint8Array(tree.count);
      removed[name.definition!] = 1;
      const renamed = uses.map((use): Edit => ({ start: tree.start[use], end: tree.end[use], insert: other.text }));
      const edits = [...tidyCuts(tree.text, removalRanges(tree, removed), scope), ...renamed];
      return edits.sort((a, b) => a.start - b.start);
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
