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
  const [gone, come] = [old.slice(start, old.length - end), young.slice(start, young.length - end)];
  const isOneRun = gone.length === 0 || come.length === 0;
  const script = isOneRun ? undefined : diffArrays(gone, come, { maxEditLength: longestScript });
  const changes: Edit[] = [];
  let at = young.slice(0, start).join('').length;
  let removed: readonly string[] = [];
  const whole = [
    { removed: true, added: false, value: gone },
    { removed: false, added: true, value: come },
  ];
  for (const run of [...(script ?? whole), { removed: false, added: false, value: [] }]) {
    if (!run.removed) {
      for (const change of paired(removed, run.added ? run.value : [], at)) changes.push(change);
      at += run.value.join('').length;
    }
    removed = run.removed ? run.value : [];
  }
  return changes;
}

/** Pairs the i-th added piece with the i-th removed piece; pieces left over stand alone. */
function paired(removed: readonly string[], added: readonly string[], from: number): Edit[] {
  let end = from;
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, index) => {
    const start = end;
    end += added[index]?.length ?? 0;
    return { start, end, insert: removed[index] ?? '' };
  });
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
