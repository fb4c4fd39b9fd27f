/**
 * Walks of list searches that are cheap enough for millions of tests: the property is a count of required elements, and two
 * lists are equal if their keys are.
 */
import { type Kept, draw } from '../../../src/reducers/list';
import type { Search } from '../../../src/search/search';
import { walk } from '../../support/walk';

export interface Counted {
  /** Different lists that were tested. */
  readonly tests: number;
  readonly kept: Kept;
}

/** Elements of the longest list that has a key. */
const longest = 3000;

/**
 * Two random words for each element. The words of its members, added bit by bit, are a list's key (Zobrist): lists with equal
 * keys are different with a chance of one in 2⁵².
 */
export const words = {
  high: Int32Array.from({ length: longest }, (_, element) => draw(1, 0, element) >>> 12),
  low: Int32Array.from({ length: longest }, (_, element) => draw(2, 0, element) | 0),
};

export function keyOf(high: number, low: number): number {
  return high * 2 ** 32 + (low >>> 0);
}

/** Walks to the end with the property "all of `required` are there"; what was asked before is no test. */
export function countTests(search: Search<Kept, Kept>, size: number, required: readonly number[]): Counted {
  const needed = marks(size, required);
  const tested = new Set<number>();
  const kept = walk(search, (candidate) => {
    let count = 0;
    let high = 0;
    let low = 0;
    for (let at = 0; at < candidate.length; at++) {
      const element = candidate[at];
      count += needed[element];
      high ^= words.high[element];
      low ^= words.low[element];
    }
    tested.add(keyOf(high, low));
    return count === required.length || 'fails';
  });
  return { tests: tested.size, kept };
}

/** 1 for each member of `elements`, 0 for the others below `size`. */
export function marks(size: number, elements: Iterable<number>): Uint8Array {
  const marked = new Uint8Array(size);
  for (const element of elements) marked[element] = 1;
  return marked;
}
