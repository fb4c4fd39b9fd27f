/**
 * Cuts as a careful editor would make them: they leave no new blank line and no trailing space, and put a space between two words that
 * would touch.
 */
import { matchRanges, merged, type Range } from './ranges';
import type { Edit } from './source';

const space = (character: string | undefined) => character === ' ' || character === '\t';
const lineEnd = (character: string | undefined) => character === '\n' || character === '\r';
/** At both ends of the path of a file in a bundle, which has a line of its own. */
const border = (character: string | undefined) => character === '\0';

/** Does the text end there, or a file of a bundle? */
function endsFile(text: string, at: number): boolean {
  return at === text.length || border(text[at]);
}
// A lone half of a surrogate pair counts as a letter: an extra space does no harm.
const word = /[\p{ID_Continue}$\u200c\u200d\ud800-\udfff]/u;

/** The edits that delete `ranges` of `text`; replacements stay as they are. Nothing outside `scope` changes. */
export function tidyCuts(text: string, ranges: readonly Edit[], scope: Range): Edit[] {
  const replaced = ranges.filter(({ insert }) => insert !== undefined);
  if (replaced.length === 0) return cuts(text, ranges, scope);
  const deleted = ranges.filter(({ insert }) => insert === undefined);
  return [...cuts(text, deleted, scope), ...replaced].sort((a, b) => a.start - b.start);
}

function cuts(text: string, ranges: readonly Range[], scope: Range): Edit[] {
  const bridged = merged(
    ranges.map(({ start, end }) => ({ start: Math.max(start, scope.start), end: Math.min(end, scope.end) })),
    ({ start, end }) => /^[ \t]*$/.test(text.slice(start, end)),
  );
  const wide = merged(bridged.map((range) => widened(text, range, scope)));
  const paragraphs = merged(wide, (gap) => wholeLines(text, gap) && text.slice(gap.start, gap.end).trim() === '');
  return merged(paragraphs.map((range) => withBlankLines(text, range, scope))).map((range) => withSpace(text, range));
}

/** The edits that remove needless blank lines and spaces in all of `scope`. `isTight`: all blank lines, as they stand between most lines. */
export function polishingCuts(text: string, scope: Range, isTight = false): Edit[] {
  // With a lookahead for the line end, a line of a million spaces would take minutes.
  const found = matchRanges(text, /[ \t]+|(?<=^|\n)([ \t]*\r?\n)+/g, scope);
  const ranges = found.filter(({ start, end }) => !space(text[start]) || /^(?:\r?\n|$)/.test(text.slice(end, end + 2)));
  const ends = (range: Range) => text[range.end - 1] === '\n';
  return merged(
    ranges
      .filter((range) => !ends(range) || startsLine(text, range.start))
      .map((range) => (isTight ? range : allButOneLine(text, range))),
  );
}

/** Does a blank line stand before most lines? */
export function isAiry(text: string): boolean {
  const blank = text.split('\n').map((line) => line.trim() === '');
  const lines = blank.flatMap((isBlank, at) => (isBlank ? [] : [at]));
  return lines.length > 2 && 2 * lines.filter((at) => at > 0 && blank[at - 1]).length > lines.length;
}

/** Keeps one of several blank lines, unless they stand at the start or beside a bracket. */
function allButOneLine(text: string, range: Range): Range {
  if (!wholeLines(text, range)) return range;
  const before = previousLine(text, range.start);
  const needless = before === undefined || opener.test(before) || closer.test(text.slice(range.end, range.end + 80));
  const first = text.indexOf('\n', range.start) + 1;
  return needless || range.end === text.length ? range : { start: first, end: range.end };
}

/**
 * Takes whole lines if the range empties them; the spaces before the range if it ends its line or stands before a closing bracket; the
 * spaces after it if it stands between spaces.
 */
function widened(text: string, range: Range, scope: Range): Range {
  let start = range.start;
  let end = range.end;
  while (start > scope.start && space(text[start - 1])) start--;
  while (end < scope.end && space(text[end])) end++;
  const opens = startsLine(text, start);
  const closes = endsFile(text, end) || lineEnd(text[end]);
  if (!closes) return opens ? { start: range.start, end } : inLine(text, range, { start, end });
  if (!opens) return { start, end };
  if (text[end] === '\r' && text[end + 1] === '\n') end += 2;
  else if (!endsFile(text, end)) end++;
  return { start, end: Math.min(end, Math.max(range.end, scope.end)) };
}

/** A range inside a line; `spaced` is the range with the spaces around it. */
function inLine(text: string, range: Range, spaced: Range): Range {
  if (spaced.start === range.start) return range;
  const [left, right] = [text[spaced.start - 1], text[spaced.end]];
  if (/[>)\],;:]/.test(right) || (left === '{' && right === '}')) return spaced;
  return { start: range.start, end: spaced.end };
}

const opener = /(^|[{([])[ \t\r]*$/;
const closer = /^[ \t]*[})\]]/;

/** When whole lines go, the blank lines that set them apart go too, all but one. */
function withBlankLines(text: string, range: Range, scope: Range): Range {
  if (!wholeLines(text, range)) return range;
  let { start, end } = range;
  const before = previousLine(text, start);
  if (before === undefined || opener.test(before)) end = skipBlankLines(text, end, scope.end);
  if (endsFile(text, end) || closer.test(text.slice(end, end + 80))) {
    while (start > scope.start && previousLine(text, start)?.trim() === '') start = lineStart(text, start - 1);
  }
  return { start: Math.max(start, Math.min(range.start, scope.start)), end };
}

function wholeLines(text: string, { start, end }: Range): boolean {
  return end > start && startsLine(text, start) && (startsLine(text, end) || endsFile(text, end));
}

/** A byte order mark is not part of the first line. */
function startsLine(text: string, at: number): boolean {
  return at === 0 || lineEnd(text[at - 1]) || startsFile(text, at);
}

/** Does the text begin there, or a file of a bundle, after its header and a byte order mark? */
function startsFile(text: string, at: number): boolean {
  const isFirst = (offset: number) => offset === 0 || (text[offset - 1] === '\n' && border(text[offset - 2]));
  return isFirst(at) || (text[at - 1] === '\ufeff' && isFirst(at - 1));
}

/** The line that ends at `at`, without its line end; undefined at the start of the text. */
function previousLine(text: string, at: number): string | undefined {
  return startsFile(text, at) ? undefined : text.slice(lineStart(text, at - 1), at - 1);
}

export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

function skipBlankLines(text: string, from: number, limit: number): number {
  return from + /^(?:[ \t\r]*\n)*/.exec(text.slice(from, limit))![0].length;
}

/** The deletion of `range`, with a space where two words would touch. */
export function withSpace(text: string, range: Range): Edit {
  const touching =
    range.start > 0 && range.end < text.length && word.test(text[range.start - 1]) && word.test(text[range.end]);
  return touching ? { ...range, insert: ' ' } : range;
}
