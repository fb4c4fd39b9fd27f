/**
 * A tree for very long texts: about 20,000 pieces of similar length, cut where statements, lines and members of lists end. Long text in
 * brackets has pieces of its own. It reads each character once and takes little memory. When much of the text is gone, the next tree has
 * finer pieces.
 */
import { matchRanges } from '../../text/ranges';
import type { ElementTree } from '../elementTree';
import { Rows } from '../rows';
import { closerOf, closers, Opaques } from './opaque';

/** Approximate number of pieces. */
const pieceCount = 20_000;

/** Brackets at a greater depth are text. */
const deepest = 100;

/** Length of a piece of a text of this length, UTF-16 units. */
export function pieceLength(length: number): number {
  return Math.ceil(length / pieceCount);
}

export function coarseElements(text: string, least = pieceLength(text.length)): ElementTree {
  const rows = new Rows(text);
  rows.add(0, text.length, -1, 'text');
  addPieces(rows, 0, new Reader(text, least).read(), least);
  return rows.table(false);
}

interface Piece {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  /** Start of the comma between it and the piece before; -1: none. */
  readonly separator: number;
  /** Long groups in brackets; of a group, its pieces. */
  readonly inside: readonly Piece[];
}

function addPieces(rows: Rows, parent: number, pieces: readonly Piece[], least: number): void {
  let before = -1;
  for (const { type, start, end, separator, inside } of pieces) {
    const element = rows.add(start, end, parent, type);
    if (before >= 0 && separator >= 0) rows.join(before, element, separator);
    before = element;
    if (inside.length === 0 && type !== 'group') addParts(rows, element, least);
    addPieces(rows, element, inside, least);
  }
}

/** Cuts up a very long piece, such as one string or one word, but no pair of surrogates. */
function addParts(rows: Rows, piece: number, least: number): void {
  const scope = { start: rows.columns.start[piece], end: rows.columns.end[piece] };
  if (scope.end - scope.start < 4 * least) return;
  const parts = matchRanges(rows.text, new RegExp(`[^]{1,${least}}[\\udc00-\\udfff]?`, 'g'), scope);
  for (const { start, end } of parts) rows.add(start, end, piece, 'part');
}

/** Where pieces may end, and strings and comments begin. */
const signs = /["'`/<#([{)\]}\ue000\ue001,;\n\r]/g;

/** A string does not start after these: there it has just ended. */
const noStart = /[\w"'`\\/]/;

/** Longer ones are not strings, UTF-16 units: a quote in a pattern must not turn strings and code around. */
const longestString = 10_000;

/** Text between two brackets, or the whole text, as far as it is read. */
class Frame {
  pieces: Piece[] = [];
  groups: Piece[] = [];
  separator = -1;

  constructor(
    readonly closer: string,
    readonly start: number,
    /** Start of the current piece. */
    public from: number,
  ) {}
}

class Reader {
  private readonly opaques: Opaques;
  private readonly stack = [new Frame('', 0, 0)];
  private tooDeep = 0;

  constructor(
    private readonly text: string,
    private readonly least: number,
  ) {
    this.opaques = new Opaques(text);
  }

  read(): readonly Piece[] {
    const next = new RegExp(signs);
    for (let found = next.exec(this.text); found; found = next.exec(this.text)) {
      next.lastIndex = this.take(found[0], found.index);
    }
    while (this.stack.length > 1) this.giveUp();
    this.cut('piece', this.text.length);
    return this.stack[0].pieces;
  }

  /** Returns the end of the sign, or of the string or comment that starts there. */
  private take(sign: string, at: number): number {
    if (/["'`/<#]/.test(sign)) return this.afterOpaque(sign, at);
    if (closerOf[sign]) this.open(at);
    else if (closers.has(sign)) this.close(at);
    else if (this.tooDeep > 0) return at + 1;
    else if (sign === ',') this.cutIfLong('item', at, at);
    else this.cutIfLong(sign === ';' ? 'statement' : 'line', at + 1);
    return at + 1;
  }

  private afterOpaque(sign: string, at: number): number {
    const isQuote = /["'`]/.test(sign);
    if (isQuote && at > 0 && noStart.test(this.text[at - 1])) return at + 1;
    const end = this.opaques.at(at)?.end ?? at + 1;
    return isQuote && end - at > longestString ? at + 1 : end;
  }

  private open(at: number): void {
    if (this.stack.length > deepest) this.tooDeep++;
    else this.stack.push(new Frame(closerOf[this.text[at]], at, at + 1));
  }

  /** Brackets without a partner are text. */
  private close(at: number): void {
    if (this.tooDeep > 0) {
      this.tooDeep--;
      return;
    }
    const closer = this.text[at];
    if (!this.stack.some((frame) => frame.closer === closer)) return;
    while (this.stack.at(-1)!.closer !== closer) this.giveUp();
    this.cut('piece', at);
    const { start, pieces } = this.stack.pop()!;
    if (at + 1 - start >= 2 * this.least)
      this.stack.at(-1)!.groups.push({ type: 'group', start, end: at + 1, separator: -1, inside: pieces });
    if (closer === '}' && /[\w$@#]/.test(this.text[at + 1] ?? '')) this.cutIfLong('block', at + 1);
  }

  /** The last bracket has no partner: the text after it belongs to the pieces around it. */
  private giveUp(): void {
    const { start, from, pieces, groups, separator } = this.stack.pop()!;
    const around = this.stack.at(-1)!;
    if (pieces.length === 0) {
      around.groups.push(...groups);
      return;
    }
    this.cut('piece', start);
    const [first, ...rest] = pieces;
    around.pieces.push({ ...first, start, separator: around.separator });
    for (const piece of rest) around.pieces.push(piece);
    Object.assign(around, { from, groups, separator });
  }

  private cutIfLong(type: string, end: number, separator = -1): void {
    const { from, groups } = this.stack.at(-1)!;
    if (groups.length > 0 || end - from >= this.least) this.cut(type, end, separator);
  }

  /** Ends the current piece at `end`; `separator`: start of the comma between it and the next piece. */
  private cut(type: string, end: number, separator = -1): void {
    const frame = this.stack.at(-1)!;
    let start = frame.from;
    while (start < end && this.text.charCodeAt(start) <= 32) start++;
    if (start < end) frame.pieces.push({ type, start, end, separator: frame.separator, inside: frame.groups });
    frame.from = separator < 0 ? end : end + 1;
    frame.groups = [];
    frame.separator = start < end ? separator : -1;
  }
}
