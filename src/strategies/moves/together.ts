/**
 * Edits that do not depend on each other: all at once, then the halves of those that failed, down to single ones. Each is tried alone at
 * most once; if the first half of a failed group holds, the second cannot hold whole and needs no test.
 */
import { done, trial } from '../../search/search';
import { candidateSource, type Candidate, type Edit, type SourceText } from '../../text/source';
import { parsedText, type ParsedText } from '../parsedText';
import { named } from '../pipelines/steps';
import type { Step, TextSearch } from '../strategy';

/** Tests that may fail in a row before the rest is given up. 24 take 2% more tests on generated programs, and gain nothing. */
const patience = 12;

/** Members `from`…`to`. `second`: the second half of a group that failed, whose first half is the group before it. */
interface Group {
  readonly from: number;
  readonly to: number;
  readonly second?: boolean;
}

interface Course {
  readonly text: SourceText;
  /** The edits of each member; those of all members are disjoint. */
  readonly members: readonly (readonly Edit[])[];
  /** Members whose edits hold. */
  readonly taken: readonly number[];
  /** Groups to try, the next one first. */
  readonly open: readonly Group[];
  /** Tests that failed in a row. */
  readonly failed: number;
}

/** `membersOf`: the edits of each member, all disjoint, those that gain most first. Gives up after some failures in a row. */
export function tryTogether(label: () => string, membersOf: (text: ParsedText) => readonly (readonly Edit[])[]): Step {
  return named(label, (text, context) => {
    const members = membersOf(parsedText(text, context));
    const open = members.length > 0 ? [{ from: 0, to: members.length }] : [];
    return through({ text, members, taken: [], open, failed: 0 });
  });
}

function through(course: Course): TextSearch {
  const { taken, open, failed } = course;
  if (open.length === 0 || failed >= patience) return done(textOf(course));
  const [group, ...rest] = open;
  const all = [...taken, ...inGroup(group)];
  const search = trial(
    () => candidateOf(course, all),
    1 / (1 + group.to - group.from),
    () => through({ ...course, taken: all, open: withoutTest(rest), failed: 0 }),
    () => through({ ...course, open: [...halves(group), ...tested(rest)], failed: failed + 1 }),
  );
  return { ...search, skip: () => done(textOf(course)) };
}

/** The first half has just held. */
function withoutTest([next, ...rest]: readonly Group[]): readonly Group[] {
  if (!next) return [];
  return next.second ? [...halves(next), ...rest] : [next, ...rest];
}

/** The first half has just failed: the second may hold. */
function tested([next, ...rest]: readonly Group[]): readonly Group[] {
  return next ? [{ from: next.from, to: next.to }, ...rest] : [];
}

function halves({ from, to }: Group): Group[] {
  if (to - from === 1) return [];
  const middle = Math.ceil((from + to) / 2);
  return [
    { from, to: middle },
    { from: middle, to, second: true },
  ];
}

function inGroup({ from, to }: Group): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

function textOf(course: Course): SourceText {
  return course.taken.length === 0 ? course.text : candidateSource(candidateOf(course, course.taken));
}

function candidateOf({ text, members }: Course, chosen: readonly number[]): Candidate {
  return { base: text, edits: chosen.flatMap((member) => members[member]).sort((a, b) => a.start - b.start) };
}
