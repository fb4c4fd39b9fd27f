/** The text to delete with elements: an element takes its separator along, so that any subset of a list stays well-formed. */
import type { Range } from '../text/ranges';
import type { Edit } from '../text/source';
import type { ElementTree } from './elementTree';

/** The removed elements: one byte a row, 1 for removed. An element under a removed one is gone with it. */
export type Removed = Uint8Array;

/**
 * The ranges to delete for the `removed` elements. Between two members that stay, one separator stays. A list that loses its first
 * members starts without a separator. A list that goes whole takes its leading and trailing tokens along. If a node may not be left
 * empty, a filler replaces the range.
 */
export function removalRanges(tree: ElementTree, removed: Removed): Edit[] {
  const ranges: Edit[] = [];
  /** Members of lists of which all members so far are gone: the leading range of the list. */
  const goneBefore = new Map<number, Range>();
  const filled = new Map<number, string>();
  const someFilled = tree.fillers.size > 0;
  let element = 1;
  while (element < tree.count) {
    const filler = someFilled ? tree.fillers.get(element) : undefined;
    if (filler !== undefined) noteFiller(tree, removed, element, filler, filled);
    if (!removed[element]) {
      element++;
      continue;
    }
    ranges.push(cut(tree, element, filled.get(element)), ...besides(tree, element, goneBefore));
    element = tree.last[element] + 1;
  }
  return ranges;
}

/** The element with the separator before it. A filler replaces it, unless that gains nothing. */
function cut({ start, end, separator }: ElementTree, element: number, insert?: string): Edit {
  if (insert === undefined) {
    return { start: separator[element] < 0 ? start[element] : separator[element], end: end[element] };
  }
  const gain = end[element] - start[element] > insert.length;
  return { start: start[element], end: gain ? end[element] : start[element], insert: gain ? insert : undefined };
}

/** The separator after it, if all members before it are gone too; if the whole list is gone, its leading and trailing tokens. */
function besides(tree: ElementTree, element: number, goneBefore: Map<number, Range>): Range[] {
  const { start, end, previous, next, separator, leading, trailing } = tree;
  const first = previous[element] < 0;
  const lead = first ? { start: leading[element], end: start[element] } : goneBefore.get(previous[element]);
  if (!lead) return [];
  goneBefore.set(element, lead);
  if (next[element] >= 0) return [{ start: separator[next[element]], end: start[next[element]] }];
  return [
    ...(lead.start >= 0 ? [lead] : []),
    ...(trailing[element] >= 0 ? [{ start: end[element], end: trailing[element] }] : []),
  ];
}

/** Chooses the element that a filler replaces so that `parent` is not empty: itself, or its first child that is no extra. */
function noteFiller(
  { last, extra }: ElementTree,
  removed: Removed,
  parent: number,
  filler: string,
  filled: Map<number, string>,
): void {
  let first = removed[parent] ? parent : -1;
  for (let child = parent + 1; child <= last[parent] && !removed[parent]; child = last[child] + 1) {
    if (extra[child]) continue;
    if (!removed[child]) return;
    if (first < 0) first = child;
  }
  if (first >= 0) filled.set(first, filler);
}
