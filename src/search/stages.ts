/**
 * A property in two stages: a cheap one, and a dear one that most candidates pass which pass the first. The dear stage is asked after
 * each few candidates that were taken. If it refuses, bisection finds the first of them that it refuses, and the search goes on from
 * there as if that one had failed at once. At first every candidate is tested whole. After some that held, the number of candidates
 * between two dear tests doubles as long as they hold. Each refusal makes the wait for that four times as long.
 */
import { done, phase, trial, worst, type Phase, type Search } from './search';

/** A candidate, and how it is tested: by the whole property, or without its dear stage. */
export interface Staged<C> {
  readonly candidate: C;
  readonly whole: boolean;
}

/** What is expected of the cheap stage. */
export interface Confidence {
  /** Candidates in a row that must hold whole at first, before one is tested by its cheap stage alone. */
  readonly wait: number;
  /** Candidates that are taken between two dear tests, then and at most. */
  readonly first: number;
  readonly widest: number;
}

/** The dear stage asks something else too. */
export const partial: Confidence = { wait: 4, first: 2, widest: 16 };

/** The cheap stage asks all that the dear one does. */
export const complete: Confidence = { wait: 1, first: 4, widest: 32 };

/** There is no cheap stage. */
export const undivided: Confidence = { wait: Infinity, first: 1, widest: 1 };

/** Estimates for the tests ahead. */
const heldTogether = 0.9;
const heldHalf = 0.5;

/** A candidate that the cheap stage took: alternative `index` of `phase`. */
interface Step<C, R> {
  readonly phase: Phase<C, R>;
  readonly index: number;
  readonly candidate: C;
}

interface Trust {
  /** Limit on the candidates between two dear tests; at 1 all candidates are tested whole. */
  readonly width: number;
  /** Candidates in a row that must hold whole before the width grows from 1; and how many still must. */
  readonly wait: number;
  readonly left: number;
}

interface Course<C, R> {
  readonly confidence: Confidence;
  readonly trust: Trust;
  /** The whole property held for it last. Undefined at the start. */
  readonly sure: C | undefined;
  /** What was taken since. */
  readonly steps: readonly Step<C, R>[];
}

/** The same search; its results hold for the whole property, if its start does. */
export function inStages<C, R>(search: Search<C, R>, confidence: Confidence): Search<Staged<C>, R> {
  const { wait } = confidence;
  return goOn(search, { confidence, trust: { width: 1, wait, left: wait }, sure: undefined, steps: [] });
}

/** After the whole property held for this candidate. */
function assure<C, R>({ confidence, trust }: Course<C, R>, sure: C): Course<C, R> {
  const { width, wait, left } = trust;
  const wider = width === 1 ? confidence.first : Math.min(confidence.widest, 2 * width);
  return {
    confidence,
    sure,
    steps: [],
    trust: left > 1 ? { width, wait, left: left - 1 } : { width: wider, wait, left },
  };
}

function goOn<C, R>(search: Search<C, R>, course: Course<C, R>): Search<Staged<C>, R> {
  const { steps } = course;
  const { width } = course.trust;
  if (steps.length > 0 && (search.done || steps.length >= width)) return testWhole(search, course);
  if (search.done) return done(search.result);
  const { alternatives, held, none, skip } = search;
  const whole = width === 1;
  return phase({
    ...search,
    alternatives: {
      at(index) {
        const candidate = alternatives.at(index);
        return candidate === undefined ? undefined : { candidate, whole };
      },
    },
    held(index) {
      const candidate = alternatives.at(index)!;
      const step = { phase: search, index, candidate };
      return goOn(held(index), whole ? assure(course, candidate) : { ...course, steps: [...steps, step] });
    },
    none: (why, named) => goOn(none(why, named), course),
    skip: skip && (() => goOn(skip(), course)),
  });
}

function testWhole<C, R>(search: Search<C, R>, course: Course<C, R>): Search<Staged<C>, R> {
  const { steps } = course;
  const { candidate } = steps.at(-1)!;
  return trial(
    () => ({ candidate, whole: true }),
    heldTogether,
    () => goOn(search, assure(course, candidate)),
    () => bisect(course, -1, steps.length - 1),
  );
}

/** Step `bad` was refused; step `good`, or `sure` if it is -1, held. The last verdict "holds" is about the state to go on from. */
function bisect<C, R>(course: Course<C, R>, good: number, bad: number): Search<Staged<C>, R> {
  const { steps } = course;
  const sure = good < 0 ? course.sure! : steps[good].candidate;
  const wait = 4 * course.trust.wait;
  const back = () => goOn(after(steps[bad]), { ...course, sure, steps: [], trust: { width: 1, wait, left: wait } });
  if (bad - good === 1) return good < 0 ? trial(() => ({ candidate: sure, whole: true }), 1, back, back) : back();
  const middle = Math.floor((good + bad) / 2);
  return trial(
    () => ({ candidate: steps[middle].candidate, whole: true }),
    heldHalf,
    () => bisect(course, middle, bad),
    () => bisect(course, good, middle),
  );
}

/** The phase from the alternative behind this one on. */
function after<C, R>({ phase: from, index }: Step<C, R>): Search<C, R> {
  const start = index + 1;
  const { alternatives, refused, chance, held, none } = from;
  return phase({
    ...from,
    alternatives: { at: (at) => alternatives.at(start + at) },
    refused: refused && ((at) => refused(start + at)),
    chance: (at) => chance(start + at),
    held: (at) => held(start + at),
    none: (why) => none(worst('fails', why)),
  });
}
