/** An element gives way to something inside it: what hoists, jumps and unwraps do to a text. */
import type { ElementTree } from '../syntax/elementTree';
import type { Range } from '../text/ranges';
import type { Edit } from '../text/source';
import { tidyCuts } from '../text/tidy';

/** The edits that leave of `target` only `inner`, which lies inside it. Nothing outside `scope` is touched. */
export function cutsAround(tree: ElementTree, target: number, inner: Range, scope: Range): Edit[] {
  const around = [
    { start: tree.start[target], end: inner.start },
    { start: inner.end, end: tree.end[target] },
  ];
  return tidyCuts(tree.text, around, scope);
}
