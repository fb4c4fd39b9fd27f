/**
 * ddmin (Zeller & Hildebrandt 2002, "Simplifying and Isolating Failure-Inducing Input"), with the orders of Hodován & Kiss 2016
 * ("Practical Improvements to the Minimizing Delta Debugging Algorithm"). 1-minimal in each of them.
 *
 * The list is cut into n parts. If one part alone keeps the property, it is the list; if the list can do without a part, that
 * part goes and n falls by one; else n doubles. The end is when single elements were tried.
 */
import { done, lazy, phase } from '../search/search';
import type { Search } from '../search/search';
import { wholeList, without } from './list';
import type { Kept, ListReducer } from './list';
import type { Order } from './options';

interface State {
  readonly kept: Kept;
  /** Number of parts, n. */
  readonly granularity: number;
  /** The part at which the scan of complements starts. */
  readonly offset: number;
}

type Kind = 'subsets' | 'complements';

const kinds: Readonly<Record<Order, readonly Kind[]>> = {
  'complements-only': ['complements'],
  'complements-first': ['complements', 'subsets'],
  'subsets-first': ['subsets', 'complements'],
};

export const ddmin: ListReducer = {
  name: 'ddmin',
  description: 'Minimizing delta debugging: slow and sure, 1-minimal.',
  source: 'Zeller & Hildebrandt 2002; Hodován & Kiss 2016',
  options: ['order'],
  search: (list, { order }) => iteration({ kept: wholeList(list), granularity: 2, offset: 0 }, kinds[order]),
};

/** One pass through the main loop: each kind of candidate at this granularity, then a finer one. */
function iteration(state: State, order: readonly Kind[]): Search<Kept, Kept> {
  if (state.kept.length < 2) return done(state.kept);
  const phases: Readonly<Record<Kind, typeof subsets>> = { subsets, complements };
  const rest = (left: readonly Kind[]): Search<Kept, Kept> => {
    if (left.length > 0)
      return phases[left[0]](
        state,
        (next) => iteration(next, order),
        () => rest(left.slice(1)),
      );
    return state.granularity < state.kept.length ? iteration(finer(state), order) : done(state.kept);
  };
  return rest(order);
}

/** "Is there a part that keeps the property alone?" */
function subsets(
  { kept, granularity: n }: State,
  goOn: (state: State) => Search<Kept, Kept>,
  none: () => Search<Kept, Kept>,
): Search<Kept, Kept> {
  const part = (index: number) => kept.slice(partStart(kept.length, n, index), partStart(kept.length, n, index + 1));
  return phase({
    label: `subsets, ${n} parts`,
    alternatives: lazy(n, part),
    chance: () => 1 / (2 * n),
    held: (index) => goOn({ kept: part(index), granularity: 2, offset: 0 }),
    none,
  });
}

/** "Is there a part that the list can do without?" */
function complements(
  { kept, granularity: n, offset }: State,
  goOn: (state: State) => Search<Kept, Kept>,
  none: () => Search<Kept, Kept>,
): Search<Kept, Kept> {
  const partAt = (turn: number) => (turn + offset) % n;
  const complement = (turn: number) => {
    const part = partAt(turn);
    return without(kept, partStart(kept.length, n, part), partStart(kept.length, n, part + 1));
  };
  return phase({
    label: `complements, ${n} parts`,
    alternatives: lazy(n, complement),
    chance: () => 1 / (n + 1),
    held: (turn) => goOn({ kept: complement(turn), granularity: Math.max(n - 1, 2), offset: partAt(turn) }),
    none,
  });
}

function finer({ kept, granularity: n, offset }: State): State {
  const granularity = Math.min(kept.length, 2 * n);
  return { kept, granularity, offset: Math.floor((offset * granularity) / n) };
}

/** Part i of n takes ⌊rest / parts left⌋ of the `length` elements. */
export function partStart(length: number, n: number, part: number): number {
  const small = Math.floor(length / n);
  const smallParts = n - (length % n);
  return part <= smallParts ? part * small : length - (n - part) * (small + 1);
}
