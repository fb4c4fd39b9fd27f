/**
 * Cuts as a careful editor would make them: no blank line and no trailing space is left where something was, and two
 * words that would touch get a space between them.
 */
import { byteOrderMark } from './encoding';
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
  const wide = bridged.map((range) => withBlankLines(text, widened(text, range, scope), scope));
  return merged(wide).map((range) => withSpace(text, range));
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
  const opens = startsLine(text, start);
  const closes = end === text.length || lineEnd(text[end]);
  if (!closes) return !opens && start < range.start ? { start: range.start, end } : range;
  if (!opens) return { start, end };
  if (text[end] === '\r' && text[end + 1] === '\n') end += 2;
  else if (end < text.length) end++;
  return { start, end: Math.min(end, Math.max(range.end, scope.end)) };
}

/** Where whole lines go, the blank lines that held them apart from their neighbours go too, all but one. */
function withBlankLines(text: string, range: Range, scope: Range): Range {
  const wholeLines = startsLine(text, range.start) && range.end > range.start && startsLine(text, range.end);
  if (!wholeLines) return range;
  let { start, end } = range;
  const before = previousLine(text, start);
  if (before === undefined || /(^|[{([])[ \t\r]*$/.test(before)) end = skipBlankLines(text, end, scope.end);
  if (/^[ \t]*[})\]]/.test(text.slice(end, end + 80))) {
    while (start > scope.start && previousLine(text, start)?.trim() === '') start = lineStart(text, start - 1);
  }
  return { start: Math.max(start, Math.min(range.start, scope.start)), end };
}

/** A byte order mark is no part of the first line. */
function startsLine(text: string, at: number): boolean {
  return at === 0 || lineEnd(text[at - 1]) || (at === 1 && byteOrderMark(text) === 1);
}

/** The line that ends at `at`, without its line end; undefined at the start of the text. */
function previousLine(text: string, at: number): string | undefined {
  return at <= byteOrderMark(text) ? undefined : text.slice(lineStart(text, at - 1), at - 1);
}

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

function skipBlankLines(text: string, from: number, limit: number): number {
  let at = from;
  for (;;) {
    let end = at;
    while (space(text[end]) || text[end] === '\r') end++;
    if (text[end] !== '\n' || end >= limit) return at;
    at = end + 1;
  }
}

function withSpace(text: string, range: Range): Edit {
  const touching =
    range.start > 0 && range.end < text.length && word.test(text[range.start - 1]) && word.test(text[range.end]);
  return touching ? { ...range, insert: ' ' } : range;
}
