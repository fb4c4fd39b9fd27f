/**
 * Immutable text that remembers where each piece came from. Every step of a reduction is an edit of the original; the editor greys out
 * the original minus the pieces that are left. A candidate is such a text with edits; its own text is made only when it is sent or
 * hashed.
 */
import { complement, merged, type Range } from './ranges';

/** A range of the original, or a short inserted string (a space between two words that would touch). */
type Piece = Range | { readonly inserted: string };

export interface SourceText {
  readonly original: string;
  /** In the order of the text. */
  readonly pieces: readonly Piece[];
  /** UTF-16 code units. */
  readonly length: number;
}

/** Replaces `start`…`end` of a text (its own offsets, not the original's) by `insert`, or deletes it. */
export interface Edit extends Range {
  readonly insert?: string;
}

export function sourceText(original: string): SourceText {
  return ofPieces(original, original === '' ? [] : [{ start: 0, end: original.length }]);
}

/** The text after `edits`, which are sorted and disjoint. */
export function edited(text: SourceText, edits: readonly Edit[]): SourceText {
  const pieces: Piece[] = [];
  let at = 0;
  let next = 0;
  for (const piece of text.pieces) {
    const end = at + pieceLength(piece);
    let from = at;
    while (next < edits.length && edits[next].start < end) {
      const edit = edits[next];
      push(pieces, slice(piece, from - at, edit.start - at));
      if (edit.insert && edit.start >= at) push(pieces, { inserted: edit.insert });
      from = Math.min(end, Math.max(from, edit.end));
      if (edit.end > end) break;
      next++;
    }
    push(pieces, slice(piece, from - at, end - at));
    at = end;
  }
  for (const { start, insert } of edits.slice(next)) {
    if (insert && start >= at) pieces.push({ inserted: insert });
  }
  return ofPieces(text.original, pieces);
}

export function render(text: SourceText): string {
  return text.pieces
    .map((piece) => ('inserted' in piece ? piece.inserted : text.original.slice(piece.start, piece.end)))
    .join('');
}

export function removedRanges(text: SourceText): Range[] {
  const kept = text.pieces.filter((piece): piece is Range => !('inserted' in piece));
  return complement(merged(kept), text.original.length);
}

/** Each inserted text, with the offset of the original after which it stands. */
export function insertions(text: SourceText): { readonly at: number; readonly text: string }[] {
  const found: { at: number; text: string }[] = [];
  let at = 0;
  for (const piece of text.pieces) {
    if (!('inserted' in piece)) at = piece.end;
    else found.push({ at, text: piece.inserted });
  }
  return found;
}

/** The text with these `removedRanges` and `insertions`. */
export function assembled(
  original: string,
  removed: readonly Range[],
  inserted: readonly { readonly at: number; readonly text: string }[],
): string {
  const edits: Edit[] = [...removed, ...inserted.map(({ at, text }) => ({ start: at, end: at, insert: text }))];
  edits.sort((a, b) => a.start - b.start || a.end - b.end);
  return editedText(original, edits);
}

/** A plain text after `edits`, which are sorted and disjoint. */
export function editedText(text: string, edits: readonly Edit[]): string {
  return candidateText({ base: sourceText(text), edits });
}

function ofPieces(original: string, pieces: readonly Piece[]): SourceText {
  return { original, pieces, length: pieces.reduce((sum, piece) => sum + pieceLength(piece), 0) };
}

/** What is left in `range` of a text, as a text of its own: `original` is the part `of` the text's original. */
export function textIn(text: SourceText, range: Range, original: string, of: Range): SourceText {
  const around = [
    { start: 0, end: range.start },
    { start: range.end, end: text.length },
  ];
  const moved = ({ start, end }: Range) => ({ start: start - of.start, end: end - of.start });
  const { pieces } = edited(text, around);
  return ofPieces(
    original,
    pieces.map((piece) => ('inserted' in piece ? piece : moved(piece))),
  );
}

/** A text with edits that make it smaller. */
export interface Candidate {
  readonly base: SourceText;
  /** Sorted, disjoint; offsets of `base`. */
  readonly edits: readonly Edit[];
}

export function candidateText(candidate: Candidate): string {
  return render(candidateSource(candidate));
}

/** UTF-16 code units of its text. */
export function candidateLength({ base, edits }: Candidate): number {
  return edits.reduce((length, { start, end, insert = '' }) => length - (end - start) + insert.length, base.length);
}

/** Is it shorter than its base, or as long with fewer words and signs? `a-b` becomes `a b`, as a blank keeps two words apart. */
export function isSmaller(candidate: Candidate): boolean {
  const longer = candidateLength(candidate) - candidate.base.length;
  return (
    longer < 0 || (longer === 0 && wordsAndSigns(candidateText(candidate)) < wordsAndSigns(render(candidate.base)))
  );
}

/** Unlike tokens, words have letters of any language. */
function wordsAndSigns(text: string): number {
  return text.match(/[\p{L}\p{M}\p{N}_]+|\S/gu)?.length ?? 0;
}

export function candidateSource(candidate: Candidate): SourceText {
  return candidate.edits.length === 0 ? candidate.base : edited(candidate.base, candidate.edits);
}

/** What a candidate lacks of the original, with the blanks around it; `adds`: it has words that its base has not. */
export function removalOf(candidate: Candidate): { readonly ranges: Range[]; readonly adds: boolean } {
  const { original } = candidate.base;
  const isBlank = (at: number) => /\s/.test(original.charAt(at));
  const ranges = removedRanges(candidateSource(candidate)).map(({ start, end }) => {
    while (isBlank(start - 1)) start--;
    while (isBlank(end)) end++;
    return { start, end };
  });
  return { ranges: merged(ranges), adds: candidate.edits.some(({ insert }) => insert?.trim()) };
}

function pieceLength(piece: Piece): number {
  return 'inserted' in piece ? piece.inserted.length : piece.end - piece.start;
}

/** Part of a piece, offsets from its start. An inserted string is cut like any other text. */
function slice(piece: Piece, from: number, to: number): Piece {
  if ('inserted' in piece) return { inserted: piece.inserted.slice(Math.max(0, from), Math.max(0, to)) };
  return { start: piece.start + from, end: piece.start + Math.max(from, to) };
}

function push(pieces: Piece[], piece: Piece): void {
  if (pieceLength(piece) <= 0) return;
  const last = pieces[pieces.length - 1];
  if (last && !('inserted' in last) && !('inserted' in piece) && last.end === piece.start) {
    pieces[pieces.length - 1] = { start: last.start, end: piece.end };
  } else {
    pieces.push(piece);
  }
}
