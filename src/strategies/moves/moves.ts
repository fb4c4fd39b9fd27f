/**
 * Moves: single edits that make a text smaller, tried one after the other. The common part of hoists, single deletions, token windows
 * and others; each of them only lists its moves.
 */
import { done, lazy, phase } from '../../search/search';
import { candidateSource, type Candidate, type Edit, type SourceText } from '../../text/source';
import { parsedText, type ParsedText } from '../parsedText';
import { named } from '../pipelines/steps';
import type { Step, TextSearch } from '../strategy';

/** Of moves that make a text plainer: who waits for one token in more tests? */
export const simplifyingPatience = 24;

/** Moves of one text: several for each target. Their edits are made on demand, as most are never tried. */
export interface Moves<T> {
  readonly targets: readonly T[];
  /** Moves for each target; 1 if unset. */
  readonly each?: number;
  /** Moves in a row that may fail before the rest is given up; all if unset. */
  readonly patience?: number;
  /** Move `index` of 0…`each` - 1 for `target`: sorted, disjoint edits; none if the move makes no sense. */
  edits(target: T, index: number): readonly Edit[];
}

/**
 * "Is there a move that keeps the property?" After a success the moves are computed again. The scan continues where it stopped and
 * wraps round, so that moves that have just failed come last. It ends when no move holds: the certificate, unless patience ends first.
 */
export function tryMoves<T>(label: () => string, movesOf: (text: ParsedText) => Moves<T>): Step {
  return named(label, (text, context) => scan(text, (rest) => movesOf(parsedText(rest, context)), 0));
}

function scan<T>(text: SourceText, movesOf: (text: SourceText) => Moves<T>, offset: number): TextSearch {
  const { targets, each = 1, patience = Infinity, edits } = movesOf(text);
  const count = targets.length * each;
  if (count === 0) return done(text);
  const indexAt = (turn: number) => (turn + offset) % count;
  const candidate = (turn: number): Candidate => {
    const index = indexAt(turn);
    return { base: text, edits: edits(targets[Math.floor(index / each)], index % each) };
  };
  return phase({
    alternatives: lazy(Math.min(count, patience), candidate),
    chance: () => 1 / (count + 1),
    held: (turn) => scan(candidateSource(candidate(turn)), movesOf, indexAt(turn)),
    none: () => done(text),
    skip: () => done(text),
  });
}
