/**
 * The layout of a result, as formatters of languages with braces have it: one statement a line, blocks indented, no needless blanks.
 * Only blanks change. Lines that are there stay, but in a short list or statement.
 */
import type { Range } from '../text/ranges';
import type { Edit } from '../text/source';
import { lineStart } from '../text/tidy';
import { brackets, tokenRanges } from '../text/tokens';
import { edgesOf, jointsOf } from './blanks';
import { type ElementTree, textOf } from './elementTree';

/** A list that is longer has a line for each member. */
const widest = 76;

/** A shorter one is on one line. */
const shortest = 60;

/** Of a list: statements, comments, and a line that ends without a comma. */
const linesMatter = /[;{}#]|\/\/|[^,([\s][ \t]*\r?\n\s*[^)\]\s]/;

/** A statement that ends with a semicolon, without a block or a comment in it: its line ends mean nothing. */
const statement = /statement|declaration|definition/;
const plain = /^(?!.*\/[/*])[^{}#;\\]*;$/;

/** Leaves whose blanks mean something. Others, such as modifiers, are words side by side. */
const data = /string|comment|heredoc|scalar|regex|text|cdata|content|fragment|char|template/i;

/** Elements in braces that have a line for each statement. */
const block = /block|body|compound|declaration_list|field_declaration/;

/** Words that are no functions, though a bracket follows them. */
const keyword =
  /^(?:if|for|foreach|while|until|unless|switch|match|try|catch|media|supports|case|when|where|with|return|throw|yield|await|async|new|in|of|is|as|not|and|or|else|elsif|elif|do|let|var|const|function|func|fn|import|from|lambda|assert|print|echo|using|lock)$/;
const head = /^(?:if|for|foreach|while|switch|catch)$/;

/** Words that go on with the statement whose block has ended. */
const goesOn = /^(?:else|elsif|elif|catch|except|finally|rescue)$/;

/** Lines of a preprocessor, and the headers of files in a bundle, stay as they are. */
const directive = /^[ \t]*#[ \t]*(?:define|include|if|el|end|undef|pragma|error|line)|^\0/;

interface Token extends Range {
  readonly text: string;
}

interface Bracket {
  readonly start: number;
  /** Index of the token. */
  readonly close: number;
  readonly kind: 'block' | 'long' | 'short' | 'usual';
  /** Are its members keys with values? */
  readonly isData: boolean;
}

interface Group extends Bracket {
  /** The indentation of the line in which it begins. */
  readonly outer: string;
}

/** Edits of blanks in `scope`, sorted and disjoint. `step`: blanks of a level. */
export function layoutEdits(tree: ElementTree, scope: Range, step: string): Edit[] {
  return new Layout(tree, step).edits(scope);
}

/** A text that is read from its first token to its last. */
class Layout {
  private readonly tokens: readonly Token[];
  private readonly groups: ReadonlyMap<number, Bracket>;
  private readonly members: ReadonlyMap<number, number>;
  private readonly joints: ReadonlySet<number>;
  private readonly edges: ReadonlyMap<number, string | undefined>;
  private readonly short: readonly Range[];
  private readonly lineEnd: string;
  /** The brackets around the token, the innermost last. */
  private readonly open: Group[] = [];
  /** Of the line of the token. */
  private indent = '';
  /** Of the line with the tag of a script. */
  private tag = '';

  constructor(
    private readonly tree: ElementTree,
    private readonly step: string,
  ) {
    this.tokens = tokensOf(tree);
    this.groups = groupsOf(tree, this.tokens);
    this.members = membersOf(tree);
    this.joints = jointsOf(tree);
    this.edges = edgesOf(tree);
    this.short = shortStatements(tree);
    this.lineEnd = /\r?\n/.exec(tree.text)?.[0] ?? '\n';
  }

  edits(scope: Range): Edit[] {
    const { text } = this.tree;
    const isFree = (start: number, end: number) => start >= scope.start && end <= scope.end;
    const first = this.tokens[0]?.start ?? 0;
    const leading = first > 0 && isFree(0, first) ? [{ start: 0, end: first, insert: '' }] : [];
    this.indent = leading.length > 0 ? '' : /^[ \t]*/.exec(text)![0];
    const others = this.tokens.flatMap((token, at): Edit[] => {
      if (this.open.at(-1)?.close === at) this.open.pop();
      const bracket = this.groups.get(at);
      if (bracket) this.open.push({ ...bracket, outer: this.indent });
      const next = this.tokens[at + 1];
      if (!next) return [];
      const [start, end] = [token.end, next.start];
      const blanks = text.slice(start, end);
      const isFixed = next.text === '\0' || directive.test(text.slice(lineStart(text, token.start), start));
      const now = isFree(start, end) && !isFixed ? this.after(at, blanks) : blanks;
      if (now.includes('\n')) this.indent = now.slice(now.lastIndexOf('\n') + 1);
      return now === blanks ? [] : [{ start, end, insert: now }];
    });
    return [...leading, ...others];
  }

  /** What stands between this token and the next one; now it is `blanks`. */
  private after(at: number, blanks: string): string {
    const around = this.open.at(-1);
    const isOld = blanks.includes('\n');
    if (around?.close === at + 1 && this.groups.has(at)) return '';
    if (this.edges.has(this.tokens[at + 1].start)) {
      const inner = this.edges.get(this.tokens[at + 1].start);
      if (inner !== undefined) this.tag = this.indent;
      return isOld ? blanks : this.lineEnd + (inner || this.tag);
    }
    const line = this.breaks(around, at);
    if (line === 'end') return isOld ? blanks : this.lineEnd + around!.outer;
    if (line === 'member') {
      const deep = blanks.slice(blanks.lastIndexOf('\n') + 1);
      const isKept = isOld && (!around || deep.length > around.outer.length);
      return isKept ? blanks : this.lineEnd + (around ? around.outer + this.step : this.indent);
    }
    const [token, next] = [this.tokens[at], this.tokens[at + 1]];
    const isShort = () => this.short.some((one) => token.start >= one.start && next.end <= one.end);
    if (isOld && around?.kind !== 'short' && !isShort()) return blanks;
    const areWords = /\w$/.test(token.text) && /^\w/.test(next.text);
    if (token.text !== ',' && !areWords && this.joints.has(token.end)) return '';
    const isValue =
      token.text === ':' && next.text !== ':' && around?.isData === true && this.tokens[at - 1]?.text !== ':';
    const opensBlock = this.groups.get(at + 1)?.kind === 'block' && /^(?:\w+|[)\]])$/.test(token.text);
    const isApart = isPlain(this.tree) && /\w$/.test(token.text) && /^[([]$/.test(next.text) && blanks !== '';
    return isApart ? ' ' : inLine(token.text, next.text, isValue || opensBlock ? ' ' : blanks);
  }

  /** Does the next token, the end of a group or a member, begin a line? */
  private breaks(around: Group | undefined, at: number): 'end' | 'member' | undefined {
    const { text } = this.tokens[at];
    const next = this.tokens[at + 1];
    const isMember = this.members.has(next.start) && !(text === '}' && goesOn.test(next.text));
    if (!around) return /^[;}]$/.test(text) && isMember ? 'member' : undefined;
    if (around.kind !== 'block' && around.kind !== 'long') return undefined;
    if (around.close === at + 1) return 'end';
    const isFirst = this.groups.has(at);
    if (around.kind === 'long') return isFirst || text === ',' ? 'member' : undefined;
    const isOwn = text === ',' && this.members.get(next.start)! <= around.start;
    return isFirst || (isMember && (isOwn || /^[;}]$/.test(text))) ? 'member' : undefined;
  }
}

/** Nothing is known of its language: `f (a)` may be another thing than `f(a)`. */
const isPlain = ({ types, type }: ElementTree) => types[type[0]] === 'text';

/** The blanks between two tokens of a line. */
function inLine(before: string, after: string, blanks: string): string {
  const isCall = /^\w+$/.test(before) && after === '(';
  if (/^[([]$/.test(before) || /^[,)\]]$/.test(after) || (after === ';' && before !== ';')) return '';
  if (/^[#!]$/.test(before) && /^[![]$/.test(after)) return '';
  if (isCall && blanks !== '' && !keyword.test(before)) return '';
  const isApart =
    blanks !== '' ||
    /^\/[/*]/.test(after) ||
    before === ',' ||
    (isCall && head.test(before)) ||
    (/^[)}]$/.test(before) && /^\w+$/.test(after));
  return isApart ? ' ' : '';
}

/** On several lines, though they would fit into one. */
function shortStatements({ text, count, start, end, types, type }: ElementTree): Range[] {
  const ranges: Range[] = [];
  for (let element = 1; element < count; element++) {
    const whole = text.slice(start[element], Math.min(end[element], start[element] + 2 * widest));
    const line = whole.replace(/\s+/g, ' ');
    const isOne = line.length <= shortest && end[element] - start[element] === whole.length && plain.test(line);
    if (isOne && whole.includes('\n') && statement.test(types[type[element]]))
      ranges.push({ start: start[element], end: end[element] });
  }
  return ranges;
}

/** Leaves of data are one token. */
function tokensOf(tree: ElementTree): Token[] {
  const { text, count, start, end, last, types, type } = tree;
  const tokens: Token[] = [];
  let from = 0;
  const add = (to: number) => {
    for (const range of tokenRanges(text, { start: from, end: to }))
      tokens.push({ ...range, text: text.slice(range.start, range.end) });
  };
  for (let element = 1; element < count; element++) {
    if (last[element] !== element || start[element] < from || !data.test(types[type[element]])) continue;
    add(start[element]);
    tokens.push({ start: start[element], end: end[element], text: textOf(tree, element) });
    from = end[element];
  }
  add(text.length);
  return tokens;
}

/** By the index of the open bracket. */
function groupsOf(tree: ElementTree, tokens: readonly Token[]): Map<number, Bracket> {
  const blocks = new Set<number>();
  for (let element = 1; element < tree.count; element++)
    if (block.test(tree.types[tree.type[element]])) blocks.add(tree.start[element]);
  const groups = new Map<number, Bracket>();
  const open: { at: number; hasLines: boolean; hasItems: boolean }[] = [];
  tokens.forEach(({ text, end }, at) => {
    if (text in brackets) return void open.push({ at, hasLines: false, hasItems: !isPlain(tree) });
    if (text === ';' && open.length > 0) open.at(-1)!.hasLines = true;
    const opener = open.at(-1);
    if (text === ',' && opener) opener.hasItems = true;
    if (!opener || brackets[tokens[opener.at].text] !== text) return;
    open.pop();
    const { start } = tokens[opener.at];
    const whole = tree.text.slice(start, end);
    const isBlock = whole[0] === '{' && (opener.hasLines || blocks.has(start));
    if (isBlock && open.length > 0) open.at(-1)!.hasLines ||= tokens[open.at(-1)!.at].text === '{';
    const isShort = whole[0] !== '{' && !linesMatter.test(whole) && whole.replace(/\s+/g, ' ').length <= shortest;
    const isLong = opener.hasItems && !whole.includes('\n') && whole.length > widest;
    const kind = isBlock ? 'block' : isShort ? 'short' : isLong ? 'long' : 'usual';
    groups.set(opener.at, { start, close: at, kind, isData: whole[0] === '{' && !isBlock });
  });
  return groups;
}

/** Where members of lists begin, and the element around the list. */
function membersOf({ count, start, parent, slot, extra }: ElementTree): Map<number, number> {
  const members = new Map<number, number>();
  for (let element = count - 1; element > 0; element--) {
    if (slot[element] >= 0 && extra[element] === 0) members.set(start[element], start[parent[element]]);
  }
  return members;
}
