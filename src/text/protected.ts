/** Parts of the original that stay as they are: a candidate that touches one is not tested at all. */
import type { Candidate } from './candidate';
import { merged } from './ranges';
import type { Range } from './ranges';
import type { SourceText } from './source';

/** Does a candidate, whose base has all of these ranges of the original, change one of them? */
export function touching(ranges: readonly Range[]): (candidate: Candidate) => boolean {
  const parts = merged(ranges);
  const known = new WeakMap<SourceText, readonly Range[]>();
  return ({ base, edits }) => {
    let places = known.get(base);
    if (!places) known.set(base, (places = placesOf(parts, base)));
    let next = 0;
    return edits.some(({ start, end }) => {
      while (next < places.length && places[next].end <= start) next++;
      return next < places.length && Math.max(end, start + 1) > places[next].start && !stands(start, end, places[next]);
    });
  };
}

/** Nothing goes and what is put in stands before it. */
function stands(start: number, end: number, { start: first }: Range): boolean {
  return start === end && start <= first;
}

/** Where sorted ranges of the original stand in the text. */
function placesOf(ranges: readonly Range[], { pieces }: SourceText): Range[] {
  const places: Range[] = [];
  let at = 0;
  for (const piece of pieces) {
    if ('inserted' in piece) {
      at += piece.inserted.length;
      continue;
    }
    for (const { start, end } of ranges) {
      if (start >= piece.start && end <= piece.end)
        places.push({ start: at + start - piece.start, end: at + end - piece.start });
    }
    at += piece.end - piece.start;
  }
  return places;
}

/** What the patterns match in the text; undefined for one that matches nothing: the first such pattern is `idle`. */
export function matchesOf(
  text: string,
  patterns: readonly RegExp[],
): { readonly ranges: Range[]; readonly idle?: RegExp } {
  const ranges = patterns.map((pattern) =>
    Array.from(text.matchAll(pattern), rangeOf).filter(({ start, end }) => end > start),
  );
  return { ranges: merged(ranges.flat()), idle: patterns.find((_, index) => ranges[index].length === 0) };
}

function rangeOf({ index, 0: match }: RegExpExecArray): Range {
  return { start: index, end: index + match.length };
}

/** Where the ranges are after `change` was replaced by so many characters: a change inside one belongs to it, others cut it. */
export function movedBy(ranges: readonly Range[], change: Range, inserted: number): Range[] {
  const grown = inserted - (change.end - change.start);
  const after = (offset: number) => (offset >= change.end ? offset + grown : change.start + inserted);
  const moved = ranges.map(({ start, end }) => {
    if (start < change.start || (start === change.start && change.end < end && change.end > start)) {
      return { start, end: end <= change.start ? end : end >= change.end ? end + grown : change.start };
    }
    return { start: after(start), end: after(end) };
  });
  return merged(moved);
}
