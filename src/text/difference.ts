/** The difference between two texts, as changes that can be undone one by one. */
import { diffArrays } from 'diff';
import type { Edit } from './source';

/** Longer edit scripts are not looked for, ms and memory being what they are: all that differs is then one run of changes. */
const longestScript = 2000;

/**
 * Edits of `after`, sorted and disjoint, that undo a change each: with all of them it reads `before`. `piece` is a global
 * expression that cuts a text up and leaves nothing out: pieces are changed whole, and one at a time.
 */
export function changesBetween(before: string, after: string, piece: RegExp): Edit[] {
  const [old, young] = [before, after].map((text) => text.match(piece) ?? []);
  const [start, end] = commonEnds(old, young);
  const runs = runsOf(old.slice(start, old.length - end), young.slice(start, young.length - end));
  const changes: Edit[] = [];
  let at = lengthOf(young.slice(0, start));
  let removed: readonly string[] = [];
  for (const run of [...runs, { removed: false, added: false, value: [] }]) {
    if (run.removed) {
      removed = run.value;
      continue;
    }
    const added = run.added ? run.value : [];
    for (const change of paired(removed, added, at)) changes.push(change);
    removed = [];
    at += lengthOf(run.value);
  }
  return changes;
}

interface Run {
  readonly removed: boolean;
  readonly added: boolean;
  readonly value: readonly string[];
}

/** The shortest script, or else one run that goes and one that comes. */
function runsOf(removed: string[], added: string[]): readonly Run[] {
  const one = removed.length === 0 || added.length === 0;
  const script = one ? undefined : diffArrays(removed, added, { maxEditLength: longestScript });
  return (
    script ?? [
      { removed: true, added: false, value: removed },
      { removed: false, added: true, value: added },
    ]
  );
}

/** The i-th piece that came for the i-th that went; those that are left over by themselves. */
function paired(removed: readonly string[], added: readonly string[], from: number): Edit[] {
  const changes: Edit[] = [];
  let at = from;
  for (let index = 0; index < Math.max(removed.length, added.length); index++) {
    const end = at + (added[index]?.length ?? 0);
    changes.push({ start: at, end, insert: removed[index] ?? '' });
    at = end;
  }
  return changes;
}

/** How many pieces two lists have in common at the start, and at the end of what is left. */
function commonEnds(old: readonly string[], young: readonly string[]): [start: number, end: number] {
  const most = Math.min(old.length, young.length);
  let start = 0;
  while (start < most && old[start] === young[start]) start++;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === young[young.length - 1 - end]) end++;
  return [start, end];
}

function lengthOf(pieces: readonly string[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}
