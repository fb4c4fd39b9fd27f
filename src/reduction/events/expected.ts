/** How many tests a running search expects to need still. */
import type { Started } from './events';

/** The tests after which the text last lost a token, and its tokens since. */
export interface LastLoss {
  readonly tests: number;
  readonly tokens: number;
}

/**
 * Tests for each token that is left, from its last loss to the end; and how much of it a test without a loss uses up: some of the steps
 * that follow begin again. Fitted to 18 runs, docs/notes/036.
 */
const perToken = 1.8;
const usedUp = 0.5;

/** Above this many tokens most of the text will go in a few tests, and nothing can be said. */
const mostTokens = 500;

/**
 * An estimate, from about the middle of a run on mostly within a factor of two; one digit of it counts. Undefined as long as nothing can
 * be said, and for other searches than the usual one.
 */
export function testsExpected(started: Started, { tests: then, tokens }: LastLoss, tests: number): number | undefined {
  const { search, files, difference } = started;
  if (!/^default(\+simplify=\w+)?$/.test(search) || files || difference || tokens > mostTokens) return undefined;
  return oneDigit(Math.max(1, perToken * tokens - usedUp * (tests - then)));
}

/** 34 → 30, 167 → 200 */
function oneDigit(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return Math.round(value / unit) * unit;
}
