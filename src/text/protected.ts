/** Protected parts of the original: a candidate that changes one is not tested. */
import { onceFor } from './once';
import { merged, type Range } from './ranges';
import type { SourceText, Candidate } from './source';

/** Does a candidate change one of these ranges of the original? Its base must contain all of them. */
export function touching(ranges: readonly Range[]): (candidate: Candidate) => boolean {
  const parts = merged(ranges);
  const placesIn = onceFor((base: SourceText) => placesOf(parts, base));
  return ({ base, edits }) => {
    const places = placesIn(base);
    let next = 0;
    return edits.some(({ start, end }) => {
      while (next < places.length && places[next].end <= start) next++;
      if (next === places.length) return false;
      const first = places[next].start;
      return start === end ? start > first : end > first;
    });
  };
}

/** Positions in the text of sorted ranges of the original. */
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

/** The ranges after `change` was replaced by `inserted` characters: a change inside one belongs to it, others cut it. */
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
