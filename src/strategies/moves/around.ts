/** Replaces an element by something inside it: the edit of hoists, jumps and unwraps. */
import type { ElementTree } from '../../syntax/elementTree';
import type { Range } from '../../text/ranges';
import type { Edit } from '../../text/source';
import { tidyCuts } from '../../text/tidy';

/** The edits that leave only `inner` of `target`; `inner` lies inside it. Nothing outside `scope` changes. */
export function cutsAround(tree: ElementTree, target: number, inner: Range, scope: Range): Edit[] {
  const around = [
    { start: tree.start[target], end: inner.start },
    { start: inner.end, end: tree.end[target] },
  ];
  return tidyCuts(tree.text, around, scope);
}
