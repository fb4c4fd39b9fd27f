/** Names for units that outlast a parse: their kind, and where they stood in the original. */
import type { SourceText } from '../../text/source';
import type { Units } from './units';

/** The name of a unit whose first element that is left is `first`. */
export function originsOf(text: SourceText, { tree, kind, source }: Units): (unit: number, first: number) => string {
  const original = originalOffsets(text);
  return (unit, first) => {
    const place = original(tree.start[first]);
    return source[unit] < 0 ? `${kind[unit]} ${place}` : `${kind[unit]} ${place} ${original(tree.start[source[unit]])}`;
  };
}

/** Where an offset of the text is in the original; -1 if it was put in. */
function originalOffsets({ pieces }: SourceText): (offset: number) => number {
  const starts: number[] = [];
  let length = 0;
  for (const piece of pieces) {
    starts.push(length);
    length += 'inserted' in piece ? piece.inserted.length : piece.end - piece.start;
  }
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    const piece = pieces[low];
    return piece === undefined || 'inserted' in piece ? -1 : piece.start + offset - starts[low];
  };
}
