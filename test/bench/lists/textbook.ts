/**
 * The tests of `textbookDdmin`, counted without its candidates. It scans from the first part again after every success: on the
 * lists of the weighted simulation that is 10⁴–10⁵ tests each, most of this bench if every candidate were made.
 */
import { partStart } from '../../../src/reducers/ddmin';
import { without, type Kept } from '../../../src/reducers/list';
import { keyOf, marks, words, type Counted } from '../support/count';

/** Like `countTests(textbookDdmin(kept), size, required)`. */
export function countTextbook(size: number, required: readonly number[]): Counted {
  const needed = marks(size, required);
  const tested = new Set<number>();
  let kept: Kept = Int32Array.from({ length: size }, (_, index) => index);
  let sums = prefixSums(kept, needed);
  for (let n = 2; kept.length >= 2;) {
    const found = scan(sums, n, required.length, tested);
    if (!found && n >= kept.length) break;
    if (found) {
      const { from, to } = found;
      kept = found.alone ? kept.slice(from, to) : without(kept, from, to);
      sums = prefixSums(kept, needed);
      n = found.alone ? 2 : Math.max(n - 1, 2);
    } else {
      n = Math.min(kept.length, 2 * n);
    }
  }
  return { tests: tested.size, kept };
}

interface Found {
  /** The part, as positions; it is all that is kept if it holds `alone`, else it goes. */
  readonly from: number;
  readonly to: number;
  readonly alone: boolean;
}

/** The parts alone, then the list without each; the first that keeps the property. */
function scan({ required, high, low }: PrefixSums, n: number, goal: number, tested: Set<number>): Found | undefined {
  const length = required.length - 1;
  for (const alone of [true, false]) {
    for (let part = 0; part < n; part++) {
      const [from, to] = [partStart(length, n, part), partStart(length, n, part + 1)];
      const [upper, lower] = [high[from] ^ high[to], low[from] ^ low[to]];
      tested.add(alone ? keyOf(upper, lower) : keyOf(upper ^ high[length], lower ^ low[length]));
      if (required[to] - required[from] === (alone ? goal : 0)) return { from, to, alone };
    }
  }
  return undefined;
}

/** What the elements before each position add up to; one entry more than elements. */
interface PrefixSums {
  readonly required: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
}

function prefixSums(kept: Kept, needed: Uint8Array): PrefixSums {
  const [required, high, low] = [0, 0, 0].map(() => new Int32Array(kept.length + 1));
  kept.forEach((element, at) => {
    required[at + 1] = required[at] + needed[element];
    high[at + 1] = high[at] ^ words.high[element];
    low[at + 1] = low[at] ^ words.low[element];
  });
  return { required, high, low };
}
