/**
 * Cuts as a careful editor would make them: no blank line and no trailing space is left where something was, and two
 * words that would touch get a space between them.
 */
import { merged } from './ranges';
import type { Range } from './ranges';
import type { Edit } from './source';

const space = (character: string | undefined) => character === ' ' || character === '\t';
const lineEnd = (character: string | undefined) => character === '\n' || character === '\r';
// A lone half of a surrogate pair counts as a letter: a space too many does no harm.
const word = /[\p{ID_Continue}$\u200c\u200d\ud800-\udfff]/u;

/** The edits that delete `ranges` of `text`. Nothing outside `scope` is touched. */
export function tidyCuts(text: string, ranges: readonly Range[], scope: Range): Edit[] {
  const bridged = merged(ranges, (gap) => onlySpaces(text, gap));
  return merged(bridged.map((range) => widened(text, range, scope))).map((range) => withSpace(text, range));
}

function onlySpaces(text: string, gap: Range): boolean {
  for (let at = gap.start; at < gap.end; at++) if (!space(text[at])) return false;
  return true;
}

/**
 * A range that empties its lines takes them whole; one that ends its line takes the spaces before it; one between spaces
 * takes those after it.
 */
function widened(text: string, range: Range, scope: Range): Range {
  let start = range.start;
  let end = range.end;
  while (start > scope.start && space(text[start - 1])) start--;
  while (end < scope.end && space(text[end])) end++;
  const opens = start === 0 || lineEnd(text[start - 1]);
  const closes = end === text.length || lineEnd(text[end]);
  if (!closes) return !opens && start < range.start ? { start: range.start, end } : range;
  if (!opens) return { start, end };
  if (text[end] === '\r' && text[end + 1] === '\n') end += 2;
  else if (end < text.length) end++;
  return { start, end: Math.min(end, Math.max(range.end, scope.end)) };
}

function withSpace(text: string, range: Range): Edit {
  const touching =
    range.start > 0 && range.end < text.length && word.test(text[range.start - 1]) && word.test(text[range.end]);
  return touching ? { ...range, insert: ' ' } : range;
}
