/**
 * dd (Zeller & Hildebrandt 2002, "Simplifying and Isolating Failure-Inducing Input"): a minimal difference between a list that passes
 * and one that fails. Elements are changes, 0…size-1: the input passes with none of them and fails with all of them.
 *
 * A verdict is three-valued: the property holds (the test *fails*), does not hold (*passes*), or is unresolved.
 */
import { done, trial, type Search, type Verdict } from '../search/search';
import { partStart } from './ddmin';
import { minus, type Kept } from './list';

/** `passing` is a subset of `failing`. */
export interface Difference {
  readonly passing: Kept;
  readonly failing: Kept;
}

/** A test of an isolation: true if the property holds. */
export type Outcome = true | Verdict;

/** The changes to apply and test, and the difference known at that time. */
export interface DifferenceTrial extends Difference {
  readonly changes: Kept;
  /** The difference after the test; undefined if the test leaves it as it is. */
  readonly after: (outcome: Outcome) => Difference | undefined;
}

interface Kind {
  readonly changes: (between: Difference, part: Kept) => Kept;
  /** True for the outcome that makes the difference smaller. */
  readonly hoped: (outcome: Outcome) => boolean;
  readonly become: (between: Difference, changes: Kept) => Difference;
  /** The next number of parts, from the number n before. */
  readonly parts: (n: number) => number;
}

const fails = (outcome: Outcome) => outcome === true;
const passes = (outcome: Outcome) => outcome === 'fails';
const asFailing = ({ passing }: Difference, failing: Kept): Difference => ({ passing, failing });
const asPassing = ({ failing }: Difference, passing: Kept): Difference => ({ passing, failing });
const passingAnd = ({ passing }: Difference, part: Kept) => Int32Array.of(...passing, ...part).sort();
const failingBut = ({ failing }: Difference, part: Kept) => minus(failing, part);

/** Each kind is tried for all parts before the next kind. */
const kinds: readonly Kind[] = [
  { changes: passingAnd, hoped: fails, become: asFailing, parts: () => 2 },
  { changes: failingBut, hoped: passes, become: asPassing, parts: () => 2 },
  { changes: passingAnd, hoped: passes, become: asPassing, parts: (n) => Math.max(n - 1, 2) },
  { changes: failingBut, hoped: fails, become: asFailing, parts: (n) => Math.max(n - 1, 2) },
];

export const dd = {
  name: 'dd',
  description: 'Isolates a minimal difference between a passing and a failing input; unresolved tests are expected.',
  source: 'Zeller & Hildebrandt 2002, Simplifying and Isolating Failure-Inducing Input',
  search: (size: number): Search<DifferenceTrial, Difference> =>
    step({ passing: new Int32Array(), failing: Int32Array.from({ length: size }, (_, change) => change) }, 2),
};

/** Tries `kinds[turn]` for part `part` of n. */
function step(between: Difference, n: number, turn = 0, part = 0): Search<DifferenceTrial, Difference> {
  const delta = minus(between.failing, between.passing);
  if (delta.length < 2) return done(between);
  const parts = Math.min(n, delta.length);
  if (part === parts) return step(between, n, turn + 1);
  if (turn === kinds.length) return n < delta.length ? step(between, 2 * n) : done(between);
  const kind = kinds[turn];
  const slice = delta.subarray(partStart(delta.length, parts, part), partStart(delta.length, parts, part + 1));
  const changes = kind.changes(between, slice);
  const after = (outcome: Outcome) => (kind.hoped(outcome) ? kind.become(between, changes) : undefined);
  const go = (outcome: Outcome) => {
    const closer = after(outcome);
    return closer ? step(closer, kind.parts(parts)) : step(between, n, turn, part + 1);
  };
  return trial(
    () => ({ ...between, changes, after }),
    0.5,
    () => go(true),
    (why) => go(why),
  );
}
