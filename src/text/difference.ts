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

/** Pairs added pieces with removed ones, in their order; pieces left over stand alone. */
function paired(removed: readonly string[], added: readonly string[], from: number): Edit[] {
  const partners = partnersOf(removed, added);
  const changes: Edit[] = [];
  let [end, next] = [from, 0];
  const restore = (to: number) => {
    for (; next < to; next++) changes.push({ start: end, end, insert: removed[next] });
  };
  for (const [index, piece] of added.entries()) {
    const partner = partners.get(index);
    restore(partner ?? next);
    changes.push({ start: end, end: end + piece.length, insert: partner === undefined ? '' : removed[next++] });
    end += piece.length;
  }
  restore(removed.length);
  return changes;
}

/** More pieces than these are not compared, for each pair. */
const mostCompared = 2500;

/** By added piece, the removed one: the i-th by the i-th, or where their numbers differ, those that have most words in common. */
function partnersOf(removed: readonly string[], added: readonly string[]): Map<number, number> {
  const [rows, columns] = [removed.length, added.length];
  const inOrder = new Map(added.slice(0, rows).map((_, index) => [index, index]));
  if (rows === columns || rows * columns > mostCompared) return inOrder;
  const words = (piece: string) => new Set(piece.match(/\w+|[^\w\s]/g));
  const [olds, youngs] = [removed.map(words), added.map(words)];
  const common = (i: number, j: number) => [...olds[i]].filter((word) => youngs[j].has(word)).length;
  /** Words in common, at most, of the pieces from these on. */
  const best = Array.from({ length: rows + 1 }, () => new Int32Array(columns + 1));
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--)
      best[i][j] = Math.max(best[i + 1][j], best[i][j + 1], common(i, j) + best[i + 1][j + 1]);
  if (best[0][0] === 0) return inOrder;
  const partners = new Map<number, number>();
  for (let i = 0, j = 0; i < rows && j < columns;) {
    if (best[i][j] === best[i][j + 1]) j++;
    else if (best[i][j] === best[i + 1][j]) i++;
    else partners.set(j++, i++);
  }
  return partners;
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
