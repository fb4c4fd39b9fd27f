/** Names of units that outlast a parse: kind, place in the original, and weight. */
import { lastAtMost } from '../../text/ranges';
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

/** Maps an offset of the text to the original; -1 for inserted text. */
function originalOffsets({ pieces }: SourceText): (offset: number) => number {
  const starts: number[] = [];
  let length = 0;
  for (const piece of pieces) {
    starts.push(length);
    length += 'inserted' in piece ? piece.inserted.length : piece.end - piece.start;
  }
  return (offset) => {
    const at = lastAtMost(starts, offset);
    const piece = pieces[at];
    return piece === undefined || 'inserted' in piece ? -1 : piece.start + offset - starts[at];
  };
}
