/**
 * Moves: single edits of a text that make it smaller, tried one after the other. What hoists, single deletions, token windows and
 * the like have in common; each says only which moves there are.
 */
import { done, lazy, phase } from '../search/search';
import type { Search } from '../search/search';
import { candidateSource } from '../text/candidate';
import type { Candidate } from '../text/candidate';
import type { Edit, SourceText } from '../text/source';

/** Moves of one text; made when they are asked for, since most are never tried. */
export interface Moves {
  readonly count: number;
  /** Sorted, disjoint edits; none if the move makes no sense. */
  edits(index: number): readonly Edit[];
}

/**
 * "Is there a move that keeps the property?" After a success the moves are found anew; the scan goes on where it stopped and wraps
 * round, so that what was just refused is asked again last. Where no move holds it ends: the certificate.
 */
export function tryMoves(
  text: SourceText,
  movesOf: (text: SourceText) => Moves,
  offset = 0,
): Search<Candidate, SourceText> {
  const moves = movesOf(text);
  if (moves.count === 0) return done(text);
  const indexAt = (turn: number) => (turn + offset) % moves.count;
  const candidate = (turn: number): Candidate => ({ base: text, edits: moves.edits(indexAt(turn)) });
  return phase({
    alternatives: lazy(moves.count, candidate),
    chance: () => 1 / (moves.count + 1),
    held: (turn) => tryMoves(candidateSource(candidate(turn)), movesOf, indexAt(turn)),
    none: () => done(text),
  });
}
