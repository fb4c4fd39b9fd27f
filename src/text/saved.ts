/** A text as plain data, for journals: its pieces, without the original. */
import { ofPieces } from './source';
import type { Piece, SourceText } from './source';

/** Start and end of each piece of the original, in UTF-16 units; inserted text as it is. */
export type SavedText = readonly (number | string)[];

export function savedText({ pieces }: SourceText): SavedText {
  return pieces.flatMap<number | string>((piece) =>
    'inserted' in piece ? [piece.inserted] : [piece.start, piece.end],
  );
}

/** The saved text; `original` must be the same as before. */
export function loadedText(saved: SavedText, original: string): SourceText {
  const pieces: Piece[] = [];
  for (let at = 0; at < saved.length; at++) {
    const value = saved[at];
    if (typeof value === 'string') pieces.push({ inserted: value });
    else pieces.push({ start: value, end: saved[++at] as number });
  }
  return ofPieces(original, pieces);
}
