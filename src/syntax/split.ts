/**
 * C and C++ split by brackets before they are parsed. A parser that meets what it does not know, such as the extensions in preprocessed
 * headers, loses its place for the rest of the file. Here the members of the file, of namespaces and of `extern "C"` are found by brackets
 * and semicolons alone, and each is parsed by itself: an error stays inside its member.
 */
import { bisectLeft, bisector } from 'd3-array';
import type { Range } from '../text/ranges';

/** A part of the text that the parser does not see: a comment, a `#` line, an attribute or a word of an extension. */
export interface Noise extends Range {
  readonly type: 'comment' | 'preproc_line' | 'attribute';
}

/** A member of the file or of a namespace; a namespace has members of its own. UTF-16 offsets. */
export interface Member extends Range {
  readonly members?: readonly Member[];
  readonly type?: 'namespace_definition' | 'linkage_specification';
}

export interface SplitText {
  /** As long as the original, with blanks in place of the noise. */
  readonly plain: string;
  /** In the order of the text, disjoint. */
  readonly noise: readonly Noise[];
  readonly members: readonly Member[];
}

const literal = /R"([^ ()\\\n]{0,16})\([^]*?\)\1"|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|\b\d(?:'?[\w.])*/.source;
const comment = /\/\*[^]*?\*\/|\/\/.*/.source;
const line = /^[ \t]*#(?:\\\r?\n|.)*/.source;
const called =
  /\b(?:__attribute__|__attribute|__asm__|__asm|asm|__declspec|alignas|_Alignas|__typeof__|__typeof)\s*(?:volatile\s*)?\(/
    .source;
const word =
  /\b(?:__extension__|__inline__|__inline|__restrict__|__restrict|__volatile__|_Noreturn|_Complex|__complex__)\b/
    .source;
const attribute = /\[\[(?=[^[\]]*\]\])/.source;
/** `A::*`, and what follows the first operand in `decltype(a, void(), true)`. */
const unread = /\b\w+\s*::\s*(?=\*)|,\s*void\s*\(\s*\)(?:\s*,\s*\w+)?(?=\s*\))/.source;
const unknown = new RegExp(
  `${literal}|(?<comment>${comment})|(?<line>${line})|(?<called>${called})|${word}|(?<attribute>${attribute})|(?<skipped>${unread})`,
  'gm',
);
const sign = new RegExp(`${literal}|[;{}()[\\]]`, 'g');

export function splitByBrackets(text: string): SplitText {
  const { plain, noise } = blankNoise(text);
  const marks = marksOf(plain);
  const attributes = noise.flatMap(({ type, start }) => (type === 'attribute' ? [start] : []));
  return { plain, noise, members: membersIn({ plain, marks, attributes }, 0, plain.length) };
}

function blankNoise(text: string): Pick<SplitText, 'plain' | 'noise'> {
  const noise: Noise[] = [];
  let plain = '';
  let at = 0;
  unknown.lastIndex = 0;
  for (let found = unknown.exec(text); found; found = unknown.exec(text)) {
    const { comment, line, called, attribute, skipped } = found.groups!;
    if (/^["'\dR]/.test(found[0])) continue;
    const end = called
      ? endOfCall(text, unknown.lastIndex)
      : attribute
        ? text.indexOf(']]', found.index) + 2
        : unknown.lastIndex;
    const isType = called?.startsWith('__typeof') ?? false;
    const blank = text.slice(found.index, end).replace(/[^\n]/g, ' ');
    plain += text.slice(at, found.index) + (isType ? `int${blank.slice(3)}` : blank);
    if (!isType && !skipped)
      noise.push({ start: found.index, end, type: comment ? 'comment' : line ? 'preproc_line' : 'attribute' });
    unknown.lastIndex = at = end;
  }
  return { plain: (plain + text.slice(at)).replaceAll('__decltype(', '  decltype('), noise };
}

/** The end of the brackets whose inside begins at `at`. */
function endOfCall(text: string, at: number): number {
  const brackets = new RegExp(`${literal}|[()]`, 'g');
  brackets.lastIndex = at;
  let depth = 1;
  for (let found = brackets.exec(text); found; found = brackets.exec(text)) {
    if (found[0] === '(') depth++;
    else if (found[0] === ')' && --depth === 0) return brackets.lastIndex;
  }
  return text.length;
}

/** Brackets and semicolons, in the order of the text; of an opening bracket also the index of the one that closes it. */
interface Mark {
  readonly at: number;
  readonly sign: string;
  close?: number;
}

function marksOf(plain: string): Mark[] {
  const marks: Mark[] = [];
  const open: Mark[] = [];
  sign.lastIndex = 0;
  for (let found = sign.exec(plain); found; found = sign.exec(plain)) {
    if (!/^[;{}()[\]]/.test(found[0])) continue;
    const mark: Mark = { at: found.index, sign: found[0] };
    if ('{(['.includes(mark.sign)) open.push(mark);
    else if (mark.sign !== ';') {
      const opener = open.pop();
      if (opener) opener.close = marks.length;
    }
    marks.push(mark);
  }
  return marks;
}

/** The index of the first mark that stands at an offset or after it. */
const firstMark = bisector(({ at }: Mark) => at).left;

const namespaceHead = /^(?:inline\s+)?namespace\b[^()=;]*$/;
const linkageHead = /^extern\s+"[^"]*"$/;

interface Marked {
  readonly plain: string;
  readonly marks: readonly Mark[];
  /** Where attributes begin: one before a member belongs to it. */
  readonly attributes: readonly number[];
}

function membersIn(marked: Marked, from: number, to: number): Member[] {
  const { plain, marks, attributes } = marked;
  const members: Member[] = [];
  const startAfter = (at: number) =>
    Math.min(afterBlanks(plain, at), attributes[bisectLeft(attributes, at)] ?? Infinity);
  let mark = firstMark(marks, from);
  for (let start = startAfter(from); start < to;) {
    const member = memberAt(marked, start, mark, to);
    members.push(member);
    mark = firstMark(marks, member.end);
    start = startAfter(member.end);
  }
  return members;
}

/** The member that begins at `start`; `from`: the first mark in it. */
function memberAt(marked: Marked, start: number, from: number, to: number): Member {
  const { plain, marks } = marked;
  for (let index = from; index < marks.length && marks[index].at < to; index++) {
    const { at, sign, close } = marks[index];
    if (sign === ';' || sign === '}') return { start, end: at + 1 };
    if (close !== undefined) index = close;
    if (sign !== '{') continue;
    const last = close === undefined ? to - 1 : marks[close].at;
    const head = plain.slice(start, at).trim();
    const type = linkageHead.test(head) ? 'linkage_specification' : 'namespace_definition';
    if (linkageHead.test(head) || namespaceHead.test(head))
      return { start, end: last + 1, type, members: membersIn(marked, at + 1, last) };
    const next = afterBlanks(plain, last + 1);
    if (goesOn(head) || plain[next] === ',') continue;
    return { start, end: plain[next] === ';' && next < to ? next + 1 : last + 1 };
  }
  return { start, end: to };
}

const blank = /\s*/y;

function afterBlanks(text: string, at: number): number {
  blank.lastIndex = at;
  blank.exec(text);
  return blank.lastIndex;
}

/** Does a declaration with this text before its braces end with a semicolon only? */
function goesOn(head: string): boolean {
  const flat = head.replace(/<[^{;]*>/g, '');
  if (/\brequires\s*(?:\([^{}]*\)\s*)?$|^typedef\b|=\s*$/.test(head)) return true;
  if (/\b(?:class|struct|union|enum)\b[^()=]*$/.test(flat)) return true;
  return /[^=!<>]=[^=]/.test(flat.replace(/operator\s*[^\s(]+/g, '')) && !/\)\s*(?:const|noexcept)?\s*$/.test(flat);
}
