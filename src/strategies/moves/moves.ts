/**
 * Moves: edits that make a text smaller or plainer, tried one after the other or many at once. A file of moves only lists its moves; the
 * searches over them are here.
 */
import { done, lazy, phase, trial, type Verdict } from '../../search/search';
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
  const indexAt = (turn: number) => (turn + offset) % count;
  const editsAt = (index: number) => edits(targets[Math.floor(index / each)], index % each);
  return tryAny(text, {
    count: Math.min(count, patience),
    edits: (turn) => editsAt(indexAt(turn)),
    chance: 1 / (count + 1),
    held: (rest, turn) => scan(rest, movesOf, indexAt(turn)),
  });
}

/** Edits of one text, of which the first that holds is taken. */
interface Alternatives {
  readonly count: number;
  edits(index: number): readonly Edit[];
  /** First guess of the probability that one of them holds. */
  readonly chance: number;
  /** The search from the text after edits `index`; it is at its end if unset. */
  held?(rest: SourceText, index: number): TextSearch;
  /** The search after all have failed, or if there are none; it is at its end if unset. */
  none?(why: Verdict): TextSearch;
}

export function tryAny(base: SourceText, { count, edits, chance, held = done, none }: Alternatives): TextSearch {
  const end = () => done(base);
  if (count === 0) return none?.('rejected') ?? end();
  const candidate = (index: number): Candidate => ({ base, edits: edits(index) });
  return phase({
    alternatives: lazy(count, candidate),
    chance: () => chance,
    held: (index) => held(candidateSource(candidate(index)), index),
    none: none ?? end,
  });
}

/** Tests that may fail in a row before the rest is given up. 24 take 2% more tests on generated programs, and gain nothing. */
const patienceTogether = 12;

/** Members that go together. `second`: the second half of a group that failed, whose first half is the group before it. */
interface Group {
  readonly members: readonly (readonly Edit[])[];
  readonly second?: boolean;
}

/**
 * Edits that do not depend on each other: all at once, then the halves of those that failed, down to single ones. Each is tried alone at
 * most once; if the first half of a failed group holds, the second cannot hold whole and needs no test. Gives up after some failures in
 * a row. `membersOf`: the edits of each member, all disjoint, those that gain most first.
 */
export function tryTogether(label: () => string, membersOf: (text: ParsedText) => readonly (readonly Edit[])[]): Step {
  return named(label, (text, context) => {
    const members = membersOf(parsedText(text, context));
    return tryGroups({ base: text, edits: [] }, members.length > 0 ? [{ members }] : [], 0);
  });
}

/** `best`: the edits that hold; `failed`: tests that failed in a row. */
function tryGroups(best: Candidate, [group, next, ...rest]: readonly Group[], failed: number): TextSearch {
  if (!group || failed >= patienceTogether) return done(best.edits.length > 0 ? candidateSource(best) : best.base);
  const edits = [...best.edits, ...group.members.flat()].sort((a, b) => a.start - b.start);
  const candidate = { base: best.base, edits };
  // If the first half has just held, the second cannot hold whole; if it failed, the second may.
  const ifHeld = next?.second ? halves(next) : next ? [next] : [];
  const ifFailed = next ? [{ members: next.members }] : [];
  return trial(
    () => candidate,
    1 / (1 + group.members.length),
    () => tryGroups(candidate, [...ifHeld, ...rest], 0),
    () => tryGroups(best, [...halves(group), ...ifFailed, ...rest], failed + 1),
  );
}

function halves({ members }: Group): Group[] {
  if (members.length === 1) return [];
  const middle = Math.ceil(members.length / 2);
  return [{ members: members.slice(0, middle) }, { members: members.slice(middle), second: true }];
}
