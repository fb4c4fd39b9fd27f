/** What the opening knows, and how it asks: candidates are what some units need. */
import { done, trial } from '../../search/search';
import { leastModel } from '../../syntax/needs/model';
import { withoutUnneeded } from '../../syntax/needs/table';
import type { Tier, UnitTable, Wanted } from '../../syntax/needs/units';
import { candidateLength, candidateSource, type Candidate, type SourceText } from '../../text/source';
import { cutsOf, type ParsedText } from '../parsedText';
import type { TextSearch } from '../strategy';

export interface Course {
  readonly text: ParsedText;
  readonly table: UnitTable;
  /** The smallest text that held, and its length. */
  readonly best: SourceText;
  /** The declarations of the file and its namespaces, in the order of the text, and the tokens before each. */
  readonly declarations: readonly number[];
  readonly tokens: readonly number[];
  /** Those that have to stay, the last one first. */
  readonly required: readonly number[];
  readonly tiers: readonly Tier[];
  /** Does this element stay with what is around it? Where a search ends at statements, their parts do. */
  readonly isPart: (element: number) => boolean;
  /** What the errors of a failed candidate named, and the next one held with: it stays from then on. */
  readonly besides: readonly number[];
}

export type Next<T> = (course: Course, value: T) => TextSearch;

/**
 * Tests what is needed; goes on with true if it holds. If it fails, what its errors name is put back, with all that this needs, and that is
 * tested, at most `repairs` times; what was put back stays only if the last candidate held.
 */
export function attempt(course: Course, wanted: Wanted, next: Next<boolean>, repairs = 0): TextSearch {
  return attemptWith(course, { ...wanted, besides: course.besides }, next, repairs);
}

function attemptWith(course: Course, wanted: Wanted, next: Next<boolean>, repairs: number): TextSearch {
  const { table, best } = course;
  const { besides = [] } = wanted;
  const { live, candidate } = candidateOf(course, wanted);
  // All files of a bundle may be needed, and not all that is in them.
  if (table.isBundle && candidate.edits.length === 0) return next({ ...course, besides }, true);
  const after = candidateSource(candidate);
  const search = trial(
    () => candidate,
    0.5,
    () => next({ ...course, besides, best: after.length < best.length ? after : best }, true),
    (_, named = []) => {
      const lacking = repairs > 0 ? leftOut(table, live, named) : [];
      if (lacking.length === 0) return next(course, false);
      return attemptWith(course, { ...wanted, besides: [...besides, ...lacking] }, next, repairs - 1);
    },
  );
  return { ...search, skip: () => done(best) };
}

/** What is needed, and the text with only that. */
function candidateOf({ text, table }: Course, wanted: Wanted): { live: Uint8Array; candidate: Candidate } {
  const live = leastModel(table, wanted);
  const { removed, shells } = withoutUnneeded(table, live);
  return { live, candidate: { base: text.base, edits: cutsOf(text, removed, shells) } };
}

/** Definitions that do not stay of what errors name; or if all do, what is in them. */
function leftOut({ units, byName }: UnitTable, live: Uint8Array, named: readonly string[]): number[] {
  const definers = named.flatMap((name) => byName.get(name) ?? []);
  const isLeftOut = (unit: number) => {
    const { kind, isOpen, owner } = units[unit];
    return !live[unit] && !isOpen && !/^(?:noise|statement)$/.test(kind) && (owner < 0 || live[owner] === 1);
  };
  const missing = definers.filter(isLeftOut);
  const within = () => definers.flatMap((unit) => units[unit].children).filter(isLeftOut);
  return [...new Set(missing.length > 0 ? missing : within())];
}

/** Who is found by bisection and leaves more than this share of the others was not worth it. */
const worthBisecting = 0.75;

/** A sweep takes at least this share of a list at once: of a long one, what is beside a member that has to stay is left to later searches. */
const finest = 0.01;

/** Of the text that is left, what a sweep leaves out takes away at least this share. */
const leastGain = 0.001;

/** Failures of a sweep in a row after which no more of the rest is left out. */
const patience = 25;

/**
 * Which of `members` have to stay: none; or the last one, found by bisection, and those before it; or what a sweep leaves. `singly`: so many
 * are found by bisection, at most.
 */
export function leaveOut(
  course: Course,
  members: readonly number[],
  keep: (left: readonly number[]) => Wanted,
  singly: number,
  next: Next<readonly number[]>,
): TextSearch {
  /** `gap`: members that went before the one found last, if that was not worth it. */
  const more = (at: Course, found: readonly number[], rest: readonly number[], gap?: number): TextSearch => {
    const keepMore = (left: readonly number[]) => keep([...found, ...left]);
    const end: Next<readonly number[]> = (after, left) =>
      next(
        after,
        [...found, ...left].sort((a, b) => a - b),
      );
    if (rest.length === 0) return end(at, []);
    return attempt(at, keepMore([]), (after, held) => {
      if (held) return end(after, []);
      if (gap !== undefined || found.length === singly)
        return sweep(after, rest, keepMore, gap ?? rest.length >> 1, end);
      return bisect(after, keepMore, rest, 1, rest.length, (last, high) => {
        const isWorthIt = high <= worthBisecting * rest.length;
        const others = rest.slice(0, high - 1);
        return more(last, [...found, rest[high - 1]], others, isWorthIt ? undefined : rest.length - high);
      });
    });
  };
  return more(course, [], members);
}

/** The length of the shortest prefix that holds, `low`…`high`. */
function bisect(
  course: Course,
  keep: (left: readonly number[]) => Wanted,
  members: readonly number[],
  low: number,
  high: number,
  next: Next<number>,
): TextSearch {
  if (low >= high) return next(course, high);
  const middle = (low + high) >> 1;
  return attempt(course, keep(members.slice(0, middle)), (after, held) =>
    held ? bisect(after, keep, members, low, middle, next) : bisect(after, keep, members, middle + 1, high, next),
  );
}

/** Leaves out members from the end, `first` ones at first: twice as many after a success, half as many after a failure. */
function sweep(
  course: Course,
  members: readonly number[],
  keep: (left: readonly number[]) => Wanted,
  first: number,
  next: Next<readonly number[]>,
): TextSearch {
  const least = Math.max(1, Math.floor(finest * members.length));
  const go = (at: Course, left: readonly number[], end: number, size: number, row: number): TextSearch => {
    if (end <= 0 || row >= patience) return next(at, left);
    const start = Math.max(0, end - size);
    const rest = [...left.slice(0, start), ...left.slice(end)];
    const wanted = { ...keep(rest), besides: at.besides };
    // What takes little away is not worth a test where others have failed.
    if (row > 0 && candidateLength(candidateOf(at, wanted).candidate) > (1 - leastGain) * at.best.length)
      return go(at, left, start, 2 * size, row);
    return attempt(at, wanted, (after, held) => {
      if (held) return go(after, rest, start, Math.min(2 * size, Math.max(1, start)), 0);
      if (end - start <= least) return go(after, left, start, least, row + 1);
      return go(after, left, end, Math.max(least, (end - start) >> 1), row + 1);
    });
  };
  return go(course, members, members.length, Math.max(least, first), 0);
}
