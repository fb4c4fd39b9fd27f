/** Names for units that outlast a parse: their kind, where they stood in the original, and how much of them goes. */
import type { SourceText } from '../../text/source';
import type { Units } from './units';
import type { View } from './view';

/** Names of units in one parse of `text`: equal names in two parses of the same text are the same tokens. */
export function originsOf(text: SourceText, { tree, kind, source }: Units, view: View): (unit: number) => string {
  const original = originalOffsets(text);
  return (unit) => {
    const name = `${kind[unit]} ${original(tree.start[view.first[unit]])} ${view.weight[unit]}`;
    return source[unit] < 0 ? name : `${name} ${original(tree.start[source[unit]])}`;
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
