/** What text goes when elements go: an element takes its separator with it, so that any subset of a list stays well-formed. */
import type { Range } from '../text/ranges';
import type { ElementTree } from './elementTree';

/** Which elements are removed: one byte a row, 1 for removed. An element under a removed one is gone with it. */
export type Removed = Uint8Array;

/**
 * The ranges to delete so that the `removed` elements are gone. Between members of a list that stay, one separator stays;
 * a list that loses its first members starts without one, a list that goes whole takes its trailing one along.
 */
export function removalRanges(tree: ElementTree, removed: Removed): Range[] {
  const ranges: Range[] = [];
  const { previous, next, separator, trailing } = tree.lists;
  const goneBefore = new Set<number>();
  let element = 1;
  while (element < tree.count) {
    if (!removed[element]) {
      element++;
      continue;
    }
    const before = separator[element] < 0 ? tree.start[element] : separator[element];
    ranges.push({ start: before, end: tree.end[element] });
    if (previous[element] < 0 || goneBefore.has(previous[element])) {
      goneBefore.add(element);
      const follower = next[element];
      if (follower >= 0) ranges.push({ start: separator[follower], end: tree.start[follower] });
      else if (trailing[element] >= 0) ranges.push({ start: tree.end[element], end: trailing[element] });
    }
    element = tree.last[element] + 1;
  }
  return ranges;
}
