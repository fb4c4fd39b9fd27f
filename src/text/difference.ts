/** The difference between two texts, as changes that can be undone one by one. */
import { diffArrays } from 'diff';
import type { Edit } from './source';

/** Limit that saves time and memory. If the edit script is longer, the whole differing part is one run of changes. */
const longestScript = 2000;

/**
 * Edits of `after`, sorted and disjoint, that undo one change each; all of them together give `before`. `piece` is a global expression
 * that cuts a text up and leaves nothing out. Pieces change whole, and one at a time.
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

interface ScriptRun {
  readonly removed: boolean;
  readonly added: boolean;
  readonly value: readonly string[];
}

/** The shortest script, or else one removed run and one added run. */
function runsOf(removed: string[], added: string[]): readonly ScriptRun[] {
  const one = removed.length === 0 || added.length === 0;
  const script = one ? undefined : diffArrays(removed, added, { maxEditLength: longestScript });
  return (
    script ?? [
      { removed: true, added: false, value: removed },
      { removed: false, added: true, value: added },
    ]
  );
}

/** Pairs the i-th added piece with the i-th removed piece; pieces left over stand alone. */
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

/** Number of common pieces at the start, and at the end of the rest. */
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
