/**
 * Moves: single edits that make a text smaller, tried one after the other. The common part of hoists, single deletions, token windows
 * and others; each of them only lists its moves.
 */
import { done, lazy, phase } from '../../search/search';
import { candidateSource } from '../../text/candidate';
import type { Candidate } from '../../text/candidate';
import { loadedText, savedText } from '../../text/saved';
import type { SavedText } from '../../text/saved';
import type { Edit, SourceText } from '../../text/source';
import { resumable } from '../pipelines/resuming';
import type { Step, StrategyContext, TextSearch } from '../strategy';

/** Moves of one text, made on demand: most are never tried. */
export interface Moves {
  readonly count: number;
  /** Sorted, disjoint edits; none if the move makes no sense. */
  edits(index: number): readonly Edit[];
}

/**
 * "Is there a move that keeps the property?" After a success the moves are computed again. The scan continues where it stopped and
 * wraps round, so that moves that have just failed come last. It ends when no move holds: the certificate.
 */
export function tryMoves(movesOf: (text: SourceText, context: StrategyContext) => Moves): Step {
  const from = (text: SourceText, context: StrategyContext, offset: number) =>
    scan(text, (rest) => movesOf(rest, context), offset);
  return resumable<{ text: SavedText; offset: number }>(
    (text, context) => from(text, context, 0),
    ({ text, offset }, original, context) => from(loadedText(text, original), context, offset),
  );
}

function scan(text: SourceText, movesOf: (text: SourceText) => Moves, offset: number): TextSearch {
  const moves = movesOf(text);
  if (moves.count === 0) return done(text);
  const indexAt = (turn: number) => (turn + offset) % moves.count;
  const candidate = (turn: number): Candidate => ({ base: text, edits: moves.edits(indexAt(turn)) });
  return phase({
    alternatives: lazy(moves.count, candidate),
    chance: () => 1 / (moves.count + 1),
    held: (turn) => scan(candidateSource(candidate(turn)), movesOf, indexAt(turn)),
    none: () => done(text),
    skip: () => done(text),
    note: () => ({ text: savedText(text), offset }),
  });
}
