/** The lines of a group or of the whole text: nested by indentation, in paragraphs between blank lines. */
import { inlineParts, isMember, partOf, plainPart, type Part } from './parts';
import { gaps, indentation, type Tokens } from './tokens';

/** Tokens between two line ends outside groups. A separator at either end is not part of it. */
interface Line {
  readonly from: number;
  readonly to: number;
  /** UTF-16 units; plus a half for a line that continues the one before it. */
  readonly indent: number;
  readonly afterBlank: boolean;
  /** As in `Part`. */
  readonly separator: number;
  readonly trailing: number;
  readonly extra: boolean;
}

/** A word that continues or ends a construct begun by a line of the same indentation. */
const goesOn =
  /^(end|endif|enddo|endfor|done|fi|esac|else|elif|elsif|elseif|then|do|begin|catch|except|finally|until)$/i;
const longestGoesOn = 7;

/** The parts of the tokens of a group, or of all tokens. */
export function contents(tokens: Tokens, from: number, to: number): readonly Part[] {
  if (isOneLine(tokens, from, to)) return inlineParts(tokens, from, to);
  const lines = linesOf(tokens, from, to);
  return siblings(tokens, lines, 0, lines.length);
}

function isOneLine({ next, gap }: Tokens, from: number, to: number): boolean {
  for (let at = next[from]; at < to; at = next[at]) if (gap[at] >= gaps.lineEnd) return false;
  return true;
}

function linesOf(tokens: Tokens, from: number, to: number): Line[] {
  const lines: Line[] = [];
  let pending = -1;
  for (let at = from; at < to;) {
    const start = at;
    let before = at;
    for (at = tokens.next[at]; at < to && tokens.gap[at] < gaps.lineEnd; at = tokens.next[at]) before = at;
    pending = addLine(tokens, lines, { from: start, last: before, to: at }, pending);
  }
  if (pending >= 0) closeList(tokens, lines, pending);
  return withComments(lines);
}

/** A separator after the last line may go alone, or with all lines. */
function closeList(tokens: Tokens, lines: Line[], separator: number): void {
  const last = lines.findLastIndex(isMember);
  const { indent } = lines[last];
  lines[last] = { ...lines[last], trailing: tokens.end[separator] };
  const single = { from: separator, to: separator + 1, separator: -1, trailing: -1, extra: true };
  lines.splice(last + 1, 0, { ...single, indent, afterBlank: false });
}

interface GroupRun {
  readonly from: number;
  /** Its last group. */
  readonly last: number;
  readonly to: number;
}

/** Returns the separator before the next line; -1: none. */
function addLine(tokens: Tokens, lines: Line[], run: GroupRun, pending: number): number {
  let { from, last, to } = run;
  const afterBlank = tokens.gap[from] === gaps.blankLine;
  const indent = indentOf(tokens, from);
  let separator = pending;
  let remark: Line | undefined;
  const line = { indent, afterBlank, trailing: -1 };
  const extra = tokens.next[from] === to && (tokens.kind[from] === 'comment' || listSeparator(tokens, from));
  if (extra) {
    lines.push({ ...line, from, to, separator: -1, extra });
    return pending;
  }
  const previous = lines[lines.length - 1];
  if (separator < 0 && previous && isMember(previous) && listSeparator(tokens, from)) separator = from++;
  if (tokens.kind[last] === 'comment' && last - 2 >= from && listSeparator(tokens, last - 1)) {
    remark = { ...line, from: last, to, separator: -1, extra: true, afterBlank: false };
    to = last--;
  }
  const ends = last > from && listSeparator(tokens, last);
  if (ends) to = last;
  lines.push({ ...line, from, to, separator: separator < 0 ? -1 : tokens.start[separator], extra: false });
  if (remark) lines.push(remark);
  return ends ? last : -1;
}

function listSeparator({ kind, text, start }: Tokens, token: number): boolean {
  return kind[token] === 'separator' && text[start[token]] !== ';';
}

/** If a group goes on after the bracket on the same line, that first line contains none of the lines below it. */
function indentOf(tokens: Tokens, token: number): number {
  if (tokens.gap[token] < gaps.lineEnd) return Infinity;
  const columns = indentation(tokens, token);
  const short = tokens.end[token] - tokens.start[token] <= longestGoesOn;
  const goes = tokens.kind[token] === 'open' || (short && goesOn.test(tokens.textOf(token)));
  return goes ? columns + 0.5 : columns;
}

/** A comment has the indentation of the line below it, if that is deeper. */
function withComments(lines: Line[]): Line[] {
  for (let at = lines.length - 2; at >= 0; at--) {
    const [line, { indent }] = [lines[at], lines[at + 1]];
    if (line.extra && indent > line.indent && indent < Infinity) lines[at] = { ...line, indent };
  }
  return lines;
}

/** Lines `from`…`to` (exclusive) as parts of one parent, in paragraphs. */
function siblings(tokens: Tokens, lines: readonly Line[], from: number, to: number): readonly Part[] {
  const paragraphs: Part[][] = [];
  for (let at = from; at < to;) {
    const first = at;
    for (at++; at < to && lines[at].indent > lines[first].indent;) at++;
    if (paragraphs.length === 0 || lines[first].afterBlank) paragraphs.push([]);
    paragraphs[paragraphs.length - 1].push(withBody(tokens, lines, first, at));
  }
  return paragraphs.length === 1 ? paragraphs[0] : paragraphs.map((parts) => partOf('paragraph', parts));
}

/** A line with the lines that are indented below it. */
function withBody(tokens: Tokens, lines: readonly Line[], first: number, end: number): Part {
  const { from, to, separator, trailing, extra } = lines[first];
  if (end === first + 1) return { type: 'line', from, to, separator, trailing, extra };
  const last = lines[end - 1];
  const body: Part = {
    ...plainPart('block', lines[first + 1].from, last.to),
    separator: separatorOf(lines, first + 1, end),
    parts: () => siblings(tokens, lines, first + 1, end),
  };
  const parts = () => [plainPart('head', from, to), body];
  return { type: 'line', from, to: last.to, separator: separatorOf(lines, first, end), trailing: last.trailing, parts };
}

/** The separator between the first of these lines that is no comment and the line before. */
function separatorOf(lines: readonly Line[], from: number, to: number): number {
  let at = from;
  while (at < to - 1 && lines[at].extra) at++;
  return lines[at].separator;
}
