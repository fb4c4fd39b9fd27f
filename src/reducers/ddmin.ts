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
  const { kept, granularity } = state;
  if (kept.length < 2) return done(kept);
  const ask = (turn: number): Search<Kept, Kept> => {
    if (turn === order.length) return granularity < kept.length ? iteration(finer(state), order) : done(kept);
    const candidates = order[turn] === 'subsets' ? subsets(state) : complements(state);
    return phase({
      label: `${order[turn]}, ${granularity} parts`,
      joint: turn + 1 < order.length,
      alternatives: lazy(granularity, (index) => candidates.become(index).kept),
      chance: () => candidates.chance,
      held: (index) => iteration(candidates.become(index), order),
      none: () => ask(turn + 1),
    });
  };
  return ask(0);
}

interface Candidates {
  readonly chance: number;
  /** What the list is after candidate `index` kept the property. */
  become(index: number): State;
}

/** "Is there a part that keeps the property alone?" */
function subsets({ kept, granularity: n }: State): Candidates {
  const part = (index: number) => kept.slice(partStart(kept.length, n, index), partStart(kept.length, n, index + 1));
  return { chance: 1 / (2 * n), become: (index) => ({ kept: part(index), granularity: 2, offset: 0 }) };
}

/** "Is there a part that the list can do without?" The scan goes on where the last one stopped, and wraps round. */
function complements({ kept, granularity: n, offset }: State): Candidates {
  return {
    chance: 1 / (n + 1),
    become(turn) {
      const part = (turn + offset) % n;
      const rest = without(kept, partStart(kept.length, n, part), partStart(kept.length, n, part + 1));
      return { kept: rest, granularity: Math.max(n - 1, 2), offset: part };
    },
  };
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
