/** Merging identifiers (Vulcan, Xu et al. 2023): a definition goes, and whatever used its name uses another one that is still there. */
import { removalRanges } from '../syntax/removal';
import { render } from '../text/source';
import type { Edit, SourceText } from '../text/source';
import { tidyCuts } from '../text/tidy';
import { tryMoves } from './moves';
import type { Moves } from './moves';
import { isInside, namesOf } from './names';
import type { Name } from './names';
import { deletableIn } from './pass';
import { named } from './steps';
import { scopeOf } from './strategy';
import type { StrategyContext } from './strategy';

/** How many other names are tried in place of one: those that are used most. */
const mostOthers = 5;

export const mergedIdentifiers = named('merging identifiers', (text, context) =>
  tryMoves(text, (rest) => mergesOf(rest, context)),
);

function mergesOf(text: SourceText, { parse, fixed }: StrategyContext): Moves {
  const tree = parse(render(text));
  const scope = scopeOf(tree.text.length, fixed);
  const names = [...namesOf(tree).values()].sort((a, b) => b.occurrences.length - a.occurrences.length);
  const defined = names.filter(({ definition }) => definition !== undefined && deletableIn(tree, fixed, definition));
  const usesOf = ({ occurrences, definition }: Name) => occurrences.filter((use) => !isInside(tree, use, definition!));
  return {
    count: defined.length * mostOthers,
    edits(index) {
      const name = defined[Math.floor(index / mostOthers)];
      const others = names.slice(0, mostOthers + 1).filter((other) => other !== name);
      const other = others[index % mostOthers];
      const uses = usesOf(name);
      if (!other || uses.length === 0 || !uses.every((use) => deletableIn(tree, fixed, use))) return [];
      const removed = new Uint8Array(tree.count);
      removed[name.definition!] = 1;
      const renamed = uses.map((use): Edit => ({ start: tree.start[use], end: tree.end[use], insert: other.text }));
      const edits = [...tidyCuts(tree.text, removalRanges(tree, removed), scope), ...renamed];
      return edits.sort((a, b) => a.start - b.start);
    },
  };
}
