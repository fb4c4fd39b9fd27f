/** How many tests a running search expects to need still. */
import type { Started } from './events';

/** The tests after which the text last lost a token, and its tokens since. */
export interface LastLoss {
  readonly tests: number;
  readonly tokens: number;
}

/**
 * Tests from the last loss to the end: some in any case, and more for each token that is left. A test without a loss uses up half of one,
 * as some of the steps that follow begin again. Fitted to 24 runs, docs/notes/036.
 */
const always = 10;
const perToken = 1.5;
const usedUp = 0.5;

/** This share of them is always still expected. */
const rest = 0.3;

/** Above this many tokens most of the text will go in a few tests, and nothing can be said. */
const mostTokens = 500;

/**
 * An estimate, from the middle of a run on two times in three within a factor of two; one digit of it counts. Undefined as long as nothing can
 * be said, and for other searches than the usual one.
 */
export function testsExpected(started: Started, { tests: then, tokens }: LastLoss, tests: number): number | undefined {
  const { search, files, difference } = started;
  if (!/^default(\+simplify=\w+)?$/.test(search) || files || difference || tokens > mostTokens) return undefined;
  const most = always + perToken * tokens;
  return oneDigit(Math.max(rest * most, most - usedUp * (tests - then)));
}

/** 34 → 30, 167 → 200 */
function oneDigit(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return Math.round(value / unit) * unit;
}
