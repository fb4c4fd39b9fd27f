/** A text that is nearly at its end, as moves that rewrite see it: lexemes, names, and the elements around each. */
import { groupBy, rangeOf, textOf, type ElementTree } from '../../syntax/elementTree';
import { removalRanges } from '../../syntax/removal';
import type { Range } from '../../text/ranges';
import type { Edit, SourceText } from '../../text/source';
import { tidyCuts } from '../../text/tidy';
import { countTokens, tokensBefore } from '../../text/tokens';
import { parsedText } from '../parsedText';
import type { StrategyContext } from '../strategy';
import { isWord, lexemesOf, listsOf, pairsOf, rowsOf, type Lexeme, type List, type Pair } from './lexemes';

/** A proposal of a move. */
export interface Change {
  /** They go, with their separators. */
  readonly elements: readonly number[];
  /** Other text that goes, or becomes another. */
  readonly edits: readonly Edit[];
  /** Lower ones are tried first, then those that gain least. */
  readonly rank?: number;
}

/** An element of a few around a name. */
const mostAround = 6;

const functions =
  /^(?:(?:generator_)?function(?:_(?:definition|declaration|item|expression))?|method(?:_(?:definition|declaration))?|arrow_function|closure_expression|lambda(?:_expression)?|constructor_declaration)$/;

export class SmallText {
  readonly text: string;
  readonly tree: ElementTree;
  readonly scope: Range;
  readonly lexemes: readonly Lexeme[];
  readonly pairs: readonly Pair[];
  readonly lists: readonly List[];
  /** Without a grammar, the rows of tables by the sign between their cells. */
  readonly tables: readonly (readonly List[])[];
  /** The lexemes of each name, in the order of the text. Without a grammar each word is one. */
  readonly names: ReadonlyMap<string, readonly Lexeme[]>;
  /** The id of the grammar's language, if there is one. */
  readonly language: string | undefined;
  private readonly counts: Int32Array;

  constructor(
    readonly base: SourceText,
    context: StrategyContext,
  ) {
    const { tree, scope } = parsedText(base, context);
    this.tree = tree;
    this.scope = scope;
    this.text = tree.text;
    this.language = context.language;
    this.lexemes = lexemesOf(this.text, scope);
    this.pairs = pairsOf(this.lexemes, context.language === undefined);
    this.lists = listsOf(this.lexemes, this.pairs);
    this.tables = context.language === undefined ? [...'|,;\t'].map((sign) => rowsOf(this.text, sign, scope)) : [];
    const isPlain = context.language === undefined;
    const words = (isPlain ? this.lexemes.map(withoutSign) : this.lexemes).filter((one) => isWord(one.text));
    this.names = groupBy(
      [...words, ...(isPlain ? termsOf(this.text, scope) : [])].filter((one) => this.isName(one)),
      (one) => one.text,
    );
    this.counts = tokensBefore(this.text);
  }

  get tokens(): number {
    return this.tokensIn(this.scope);
  }

  tokensIn({ start, end }: Range): number {
    return this.counts[end] - this.counts[start];
  }

  textOf(element: number): string {
    return textOf(this.tree, element);
  }

  /** The elements with tokens, without the root. */
  get elements(): number[] {
    const { start, end } = this.tree;
    return Array.from(start.keys()).filter(
      (element) => element > 0 && start[element] >= this.scope.start && end[element] <= this.scope.end,
    );
  }

  /** The elements around an offset, the smallest first, at most six; the root is none of them. */
  around({ start }: Range): number[] {
    const { tree } = this;
    const found: number[] = [];
    for (let at = this.elementAt(start); at > 0 && found.length < mostAround; at = tree.parent[at])
      if (tree.start[at] >= this.scope.start && tree.end[at] <= this.scope.end) found.push(at);
    return found;
  }

  /** The innermost function around an offset; 0: there is none. */
  functionAround({ start }: Range): number {
    const { types, type, parent } = this.tree;
    let at = this.elementAt(start);
    while (at > 0 && !functions.test(types[type[at]])) at = parent[at];
    return at;
  }

  /** The smallest element around an offset. */
  private elementAt(start: number): number {
    const { tree } = this;
    let at = 0;
    for (let element = 1; element <= tree.last[at];) {
      const contains = tree.start[element] <= start && start < tree.end[element];
      if (contains) at = element;
      element = contains ? element + 1 : tree.last[element] + 1;
    }
    return at;
  }

  /** The same, only those that the grammar lets go. */
  membersAround(range: Range): number[] {
    return this.around(range).filter((element) => this.tree.slot[element] >= 0);
  }

  /** Is the word an element of its own? Keywords are not. */
  isName({ start, end }: Range): boolean {
    const [own = 0] = this.around({ start, end });
    return this.language === undefined || (this.tree.start[own] === start && this.tree.end[own] === end);
  }

  /** Is it a part of a word with signs in it? */
  isInTerm({ start, end }: Range): boolean {
    return signInTerm.test(this.text[start - 1] ?? '') || signInTerm.test(this.text[end] ?? '');
  }

  /** Without a grammar, a word that another word follows may be a keyword. */
  isKeyword(element: number): boolean {
    return (
      this.language === undefined &&
      isWord(this.textOf(element)) &&
      /^[ \t]+\w/.test(this.text.slice(this.tree.end[element]))
    );
  }

  /** Is the range in one of these elements? */
  isIn({ start, end }: Range, elements: readonly number[]): boolean {
    const { tree } = this;
    return elements.some((element) => tree.start[element] <= start && end <= tree.end[element]);
  }

  /** It begins and ends where a statement or a line does. */
  isStatement(element: number): boolean {
    const [start, end] = [this.tree.start[element], this.tree.end[element]];
    return (
      /(?:^|[;{}\n])\s*$/.test(this.text.slice(0, start)) &&
      (/[;}\n]$/.test(this.text.slice(0, end)) || /^\s*(?:\n|$|\})/.test(this.text.slice(end)))
    );
  }

  replaced(element: number, insert: string): Edit {
    return { ...rangeOf(this.tree, element), insert };
  }

  /** Tokens that go, less those that come; parts in parts count twice. */
  gainOf({ elements, edits }: Change): number {
    const cut = elements.reduce((sum, element) => sum + this.tree.weight[element], 0);
    return edits.reduce(
      (sum, edit) => sum + this.tokensIn(edit) - (edit.insert === undefined ? 0 : countTokens(edit.insert)),
      cut,
    );
  }

  /** Sorted, disjoint edits; none if parts of the change contradict each other, or reach outside the scope. */
  editsOf({ elements, edits }: Change): Edit[] {
    const { tree, text, scope } = this;
    const removed = new Uint8Array(tree.count);
    for (const element of elements) removed[element] = 1;
    const kept: Edit[] = [];
    const all = [...removalRanges(tree, removed), ...edits].sort((a, b) => a.start - b.start || b.end - a.end);
    for (const edit of all) {
      if (edit.start < scope.start || edit.end > scope.end) return [];
      const before = kept.at(-1);
      if (!before || edit.start >= before.end) kept.push(edit);
      else if (edit.end > before.end) {
        if (edit.insert !== undefined || before.insert !== undefined) return [];
        kept[kept.length - 1] = { start: before.start, end: edit.end };
      }
    }
    return tidyCuts(
      text,
      kept.map((edit) => (edit.insert === undefined ? edit : padded(text, edit, edit.insert))),
      scope,
    );
  }
}

/** `$a` is a use of `a`. */
function withoutSign(one: Lexeme): Lexeme {
  return one.text[0] === '$' ? { start: one.start + 1, end: one.end, text: one.text.slice(1) } : one;
}

const signInTerm = /[-.!?@#*+<>]/;

/** Words with signs in them, as some languages have them: `a-b`, `c!`. */
function termsOf(text: string, scope: Range): Lexeme[] {
  return Array.from(text.slice(scope.start, scope.end).matchAll(/[^\s()[\]{},;"'`]+/g), ({ index, 0: found }) => {
    const start = scope.start + index;
    return { start, end: start + found.length, text: found };
  }).filter((one) => /^(?=.*[a-zA-Z])(?=.*\W)[\w.!?@#*+<>-]+$/.test(one.text));
}

const word = /[\p{ID_Continue}$]/u;

/** With a blank where two words would touch, but not in place of `$a`, which is a part of a word. */
function padded(text: string, { start, end }: Range, insert: string): Edit {
  const touches = (a = '', b = '') => text[start] !== '$' && word.test(a) && word.test(b);
  const before = touches(text[start - 1], insert.at(0)) ? ' ' : '';
  const after = touches(insert.at(-1), text[end]) ? ' ' : '';
  return { start, end, insert: before + insert + after };
}
