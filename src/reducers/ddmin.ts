/**
 * ddmin (Zeller & Hildebrandt 2002, "Simplifying and Isolating Failure-Inducing Input"), complements only, which is still
 * 1-minimal (Hodován & Kiss 2016, "Practical Improvements to the Minimizing Delta Debugging Algorithm").
 *
 * The list is cut into n parts; if it can do without one of them, that part goes and n falls by one; if without none, n
 * doubles; the end is when single elements were tried.
 */
import { done, lazy, phase } from '../search/search';
import type { Search } from '../search/search';
import { wholeList, without } from './list';
import type { Kept, ListReducer } from './list';

interface State {
  readonly kept: Kept;
  /** Number of parts, n. */
  readonly granularity: number;
  /** The part at which the scan starts. */
  readonly offset: number;
}

export const ddmin: ListReducer = {
  name: 'ddmin',
  description: 'Minimizing delta debugging, complements only: slow and sure, 1-minimal.',
  source: 'Zeller & Hildebrandt 2002; Hodován & Kiss 2016',
  search: (list) => complements({ kept: wholeList(list), granularity: 2, offset: 0 }),
};

/** One pass through the main loop: "is there a part that the list can do without?" */
function complements(state: State): Search<Kept, Kept> {
  const { kept, granularity: n, offset } = state;
  if (kept.length < 2) return done(kept);
  const partAt = (turn: number) => (turn + offset) % n;
  const complement = (turn: number) => {
    const part = partAt(turn);
    return without(kept, partStart(kept.length, n, part), partStart(kept.length, n, part + 1));
  };
  return phase({
    alternatives: lazy(n, complement),
    chance: () => 1 / (n + 1),
    held: (turn) => complements({ kept: complement(turn), granularity: Math.max(n - 1, 2), offset: partAt(turn) }),
    none: () => (n < kept.length ? complements(finer(state)) : done(kept)),
  });
}

function finer({ kept, granularity: n, offset }: State): State {
  const granularity = Math.min(kept.length, 2 * n);
  return { kept, granularity, offset: Math.floor((offset * granularity) / n) };
}

/** Part i of n takes ⌊rest / parts left⌋ of the `length` elements. */
function partStart(length: number, n: number, part: number): number {
  const small = Math.floor(length / n);
  const smallParts = n - (length % n);
  return part <= smallParts ? part * small : length - (n - part) * (small + 1);
}
