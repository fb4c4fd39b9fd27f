/** A text as plain data, for journals: its pieces, without the original that they are of. */
import { ofPieces } from './source';
import type { Piece, SourceText } from './source';

/** For each piece of the original its start and its end, in UTF-16 units; what was put in stands as it is. */
export type SavedText = readonly (number | string)[];

export function savedText({ pieces }: SourceText): SavedText {
  return pieces.flatMap<number | string>((piece) =>
    'inserted' in piece ? [piece.inserted] : [piece.start, piece.end],
  );
}

/** The text that was saved, of the same original. */
export function loadedText(saved: SavedText, original: string): SourceText {
  const pieces: Piece[] = [];
  for (let at = 0; at < saved.length; at++) {
    const value = saved[at];
    if (typeof value === 'string') pieces.push({ inserted: value });
    else pieces.push({ start: value, end: saved[++at] as number });
  }
  return ofPieces(original, pieces);
}
