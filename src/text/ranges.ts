/** Ranges of text: half-open, in UTF-16 code units, as in VS Code and web-tree-sitter. */

import { bisectRight } from 'd3-array';

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Sorted, disjoint, non-empty ranges that cover the same offsets; `joins` may bridge a gap between two neighbours. */
export function merged(ranges: readonly Range[], joins: (gap: Range) => boolean = () => false): Range[] {
  const sorted = ranges.filter((range) => range.end > range.start).sort((a, b) => a.start - b.start);
  const result: Range[] = [];
  for (const range of sorted) {
    const last = result[result.length - 1];
    if (last && (range.start <= last.end || joins({ start: last.end, end: range.start }))) {
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    } else {
      result.push(range);
    }
  }
  return result;
}

/** The sorted, disjoint `ranges` minus the sorted, disjoint `others`. */
export function without(ranges: readonly Range[], others: readonly Range[]): Range[] {
  const result: Range[] = [];
  let next = 0;
  for (const { start, end } of ranges) {
    while (next < others.length && others[next].end <= start) next++;
    let from = start;
    for (let index = next; index < others.length && others[index].start < end; index++) {
      if (others[index].start > from) result.push({ start: from, end: others[index].start });
      from = others[index].end;
    }
    if (from < end) result.push({ start: from, end });
  }
  return result;
}

/** Does a range lie in one of these? They are sorted and disjoint, and do not touch. */
export function covering(ranges: readonly Range[]): (range: Range) => boolean {
  const starts = ranges.map(({ start }) => start);
  return ({ start, end }) => {
    const around = ranges.at(lastAtMost(starts, start));
    return around !== undefined && around.start <= start && around.end >= end;
  };
}

/** 0…`length` minus the sorted, disjoint `ranges`. */
export function complement(ranges: readonly Range[], length: number): Range[] {
  return without([{ start: 0, end: length }], ranges);
}

/** Index of the last of the sorted `values` that is at most `value`; 0 if none is. */
export function lastAtMost(values: ArrayLike<number>, value: number): number {
  return Math.max(0, bisectRight(values, value) - 1);
}

/** The matches of a global expression within `scope` of a text. */
export function matchRanges(text: string, pattern: RegExp, scope: Range = { start: 0, end: text.length }): Range[] {
  return Array.from(text.slice(scope.start, scope.end).matchAll(pattern), ({ index, 0: { length } }) => ({
    start: scope.start + index,
    end: scope.start + index + length,
  }));
}
