/** What the opening knows, and how it asks: candidates are what some units need. */
import { done, trial } from '../../search/search';
import { leastModel, withoutUnneeded, type Tier, type Wanted } from '../../syntax/needs/model';
import type { UnitTable } from '../../syntax/needs/units';
import { candidateSource, type Candidate, type SourceText } from '../../text/source';
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
}

export type Next<T> = (course: Course, value: T) => TextSearch;

/** Tests what is needed; goes on with true if it holds. */
export function attempt(course: Course, wanted: Wanted, next: Next<boolean>): TextSearch {
  const { text, table, best } = course;
  const { removed, shells } = withoutUnneeded(table, leastModel(table, wanted));
  const candidate: Candidate = { base: text.base, edits: cutsOf(text, removed, shells) };
  const after = candidateSource(candidate);
  const search = trial(
    () => candidate,
    0.5,
    () => next(after.length < best.length ? { ...course, best: after } : course, true),
    () => next(course, false),
  );
  return { ...search, skip: () => done(best) };
}

/** Leaves out members from the end: twice as many after a success, half as many after a failure. */
export function sweep(
  course: Course,
  members: readonly number[],
  keep: (left: readonly number[]) => Wanted,
  patience: number,
  next: Next<readonly number[]>,
): TextSearch {
  const go = (at: Course, left: readonly number[], end: number, size: number, row: number): TextSearch => {
    if (end <= 0 || row >= patience) return next(at, left);
    const start = Math.max(0, end - size);
    const rest = [...left.slice(0, start), ...left.slice(end)];
    return attempt(at, keep(rest), (after, held) => {
      if (held) return go(after, rest, start, Math.min(2 * size, Math.max(1, start)), 0);
      if (end - start === 1) return go(after, left, start, 1, row + 1);
      return go(after, left, end, Math.max(1, (end - start) >> 1), row + 1);
    });
  };
  return go(course, members, members.length, Math.max(1, members.length >> 1), 0);
}
