/** The lines of a group or of the whole text: nested by indentation, in paragraphs between blank lines. */
import { closeList, inlineParts, isMember, partOf, plainPart, type Part } from './parts';
import { gaps, indentation, type Tokens } from './tokens';

/** Tokens between two line ends outside groups. A separator at either end is not part of it. */
interface Line extends Part {
  /** UTF-16 units; plus a half for a line that continues the one before it. */
  readonly indent: number;
  readonly afterBlank: boolean;
}

/** A word that continues or ends a construct begun by a line of the same indentation. */
const goesOn =
  /^(end|endif|enddo|endfor|done|fi|esac|else|elif|elsif|elseif|then|do|begin|contains|catch|except|finally|until)$/i;
const longestGoesOn = 8;

/** A line that names what it closes. And the words in which that is named, in the line that it closes. */
const closing = /^[#%.]?end[-_ \t]?([a-z]\w*)(?:[ \t]+\w+){0,2}[ \t]*;?$/i;
const opening = /^[#%.]?((?:\w+[ \t]*){0,3}\w+)/;
const longestHead = 80;

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
  if (pending >= 0) {
    const { indent } = lines.findLast(isMember)!;
    closeList(tokens, lines, pending, { ...plainPart('line', pending, pending + 1), indent, afterBlank: false });
  }
  return withComments(withClosed(tokens, lines));
}

/** `run`: groups, of which `last` is the last. Returns the separator before the next line; -1: none. */
function addLine(
  tokens: Tokens,
  lines: Line[],
  run: { readonly from: number; readonly last: number; readonly to: number },
  pending: number,
): number {
  let { from, last, to } = run;
  let separator = pending;
  const place = { indent: indentOf(tokens, from), afterBlank: tokens.gap[from] === gaps.blankLine };
  if (tokens.next[from] === to && (tokens.kind[from] === 'comment' || listSeparator(tokens, from))) {
    lines.push({ ...plainPart('line', from, to), ...place, extra: true });
    return pending;
  }
  const previous = lines.at(-1);
  if (separator < 0 && previous && isMember(previous) && listSeparator(tokens, from)) separator = from++;
  const hasRemark = tokens.kind[last] === 'comment' && last - 2 >= from && listSeparator(tokens, last - 1);
  const remark = { ...plainPart('line', last, to), ...place, extra: true, afterBlank: false };
  if (hasRemark) to = last--;
  const ends = last > from && listSeparator(tokens, last);
  if (ends) to = last;
  // The last member of a list may go without what ends the list: `| add;`.
  const hasEnd = separator >= 0 && last > from && !hasRemark && tokens.text[tokens.start[last]] === ';';
  if (hasEnd) to = last;
  lines.push({ ...plainPart('line', from, to), ...place, separator: separator < 0 ? -1 : tokens.start[separator] });
  if (hasEnd) lines.push({ ...plainPart('line', last, last + 1), ...place, extra: true, afterBlank: false });
  if (hasRemark) lines.push(remark);
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

/**
 * A line such as `endmodule`, `End Sub` or `end entity top;` closes the last open line that has what it names among its first words. What
 * is between them is nested, also if it is not indented.
 */
function withClosed(tokens: Tokens, lines: readonly Line[]): Line[] {
  const open: { readonly at: number; readonly words: readonly string[] }[] = [];
  /** Of a word, how many lines are open that have it among their first ones. */
  const count = new Map<string, number>();
  const add = (words: readonly string[], change: number) => {
    for (const word of words) count.set(word, (count.get(word) ?? 0) + change);
  };
  const close = () => {
    const last = open.pop()!;
    add(last.words, -1);
    return last;
  };
  const indents = lines.map(({ indent }) => indent);
  /** How much deeper each line is than the one before it. */
  const deeper = new Int32Array(lines.length);
  lines.forEach((line, at) => {
    while (open.length > 0 && Math.floor(indents[open.at(-1)!.at]) > line.indent) close();
    const closed = wordsOf(tokens, line, closing)[0];
    if (closed === undefined || !count.get(closed)) {
      const words = wordsOf(tokens, line, opening);
      add(words, 1);
      open.push({ at, words });
      return;
    }
    let opener = close();
    while (!opener.words.includes(closed)) opener = close();
    indents[at] = indents[opener.at] + 0.5;
    deeper[opener.at + 1]++;
    deeper[at]--;
  });
  let depth = 0;
  return lines.map((line, at) => ({ ...line, indent: indents[at] + (depth += deeper[at]) }));
}

/** The words that a line begins with, or that it closes. */
function wordsOf({ text, start, end }: Tokens, { from, to }: Line, pattern: RegExp): readonly string[] {
  const line = text.slice(start[from], Math.min(end[to - 1], start[from] + longestHead));
  return pattern.exec(line)?.[1].toLowerCase().split(/\W+/) ?? [];
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
    paragraphs.at(-1)!.push(withBody(tokens, lines, first, at));
  }
  return paragraphs.length === 1 ? paragraphs[0] : paragraphs.map((parts) => partOf('paragraph', parts));
}

/** A line with the lines that are indented below it. */
function withBody(tokens: Tokens, lines: readonly Line[], first: number, end: number): Part {
  const [line, last] = [lines[first], lines[end - 1]];
  if (line === last) return line;
  const body: Part = {
    ...plainPart('block', lines[first + 1].from, last.to),
    separator: separatorOf(lines, first + 1, end),
    parts: () => siblings(tokens, lines, first + 1, end),
  };
  const parts = () => [plainPart('head', line.from, line.to), body];
  const { trailing } = last;
  return { ...plainPart('line', line.from, last.to), separator: separatorOf(lines, first, end), trailing, parts };
}

/** The separator between the first of these lines that is no comment and the line before. */
function separatorOf(lines: readonly Line[], from: number, to: number): number {
  let at = from;
  while (at < to - 1 && lines[at].extra) at++;
  return lines[at].separator;
}
