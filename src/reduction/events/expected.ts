/** How many tests a running search expects to need still, by the way its text has become smaller. */
import type { Started } from './events';

/** The size after some tests. */
interface Loss {
  readonly tests: number;
  readonly tokens: number;
}

/**
 * Tests from the last loss to the end: more for a text with more tokens, and for one that took longer to lose the last half of them. A
 * test without a loss uses up a part of one, as some of the steps that follow begin again. Fitted to 27 runs, docs/notes/certainty.md.
 */
const scale = 3;
const slope = 0.4;
const fewest = 5;
const usedUp = 0.4;

/** This share of them is always still expected. */
const rest = 0.3;

/** Above this many tokens most of the text will go in a few tests, and nothing can be said. */
const mostTokens = 2_000;

/** The losses of one run, in the order of its tests. */
export class Losses {
  private readonly all: Loss[] = [];

  /** Sizes that are not smaller than the last one are no loss. */
  add({ tests, tokens }: Loss): void {
    const last = this.all.at(-1);
    if (!last || tokens < last.tokens) this.all.push({ tests, tokens });
  }

  /**
   * An estimate after `tests`; one digit of it counts. From the middle of a run on it is within a factor of two on three of four times.
   * Undefined as long as nothing can be said, and for other searches than the usual one.
   */
  expected({ search, files, difference }: Started, tests: number): number | undefined {
    const last = this.all.at(-1);
    if (!/^default(\+simplify=\w+)?$/.test(search) || files || difference) return undefined;
    if (!last || last.tokens > mostTokens) return undefined;
    const most = scale * (last.tokens * (fewest + this.halving(last))) ** slope;
    return oneDigit(Math.max(1, rest * most, most - usedUp * (tests - last.tests)));
  }

  /** Tests since the text had twice as many tokens, or all. */
  private halving({ tests, tokens }: Loss): number {
    const twice = this.all.findLast((loss) => loss.tokens >= 2 * tokens) ?? this.all[0];
    return tests - twice.tests;
  }
}

/** 34 → 30, 167 → 200 */
function oneDigit(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return Math.round(value / unit) * unit;
}
