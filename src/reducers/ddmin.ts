/**
 * ddmin (Zeller & Hildebrandt 2002, "Simplifying and Isolating Failure-Inducing Input"), with the orders of Hodován & Kiss 2016
 * ("Practical Improvements to the Minimizing Delta Debugging Algorithm"). 1-minimal in each order. Its relatives cut the list in
 * another way or learn from the verdicts; they share its loop.
 *
 * The list is cut into n parts. If one part alone keeps the property, it becomes the list. If the list keeps the property without a
 * part, that part goes and n falls by one. Else n doubles. The search ends after single elements were tried.
 */
import * as l10n from '@vscode/l10n';
import { then } from '../search/compose';
import { type Search, done, lazy, phase } from '../search/search';
import { type ElementList, type Kept, type ListReducer, minus, oneLess, wholeList, without } from './list';
import type { Order, ReducerOptions } from './options';

export const ddmin: ListReducer = {
  name: 'ddmin',
  description: 'Minimizing delta debugging, the classic: many tests, 1-minimal.',
  source: 'Zeller & Hildebrandt 2002; Hodován & Kiss 2016',
  options: ['order', 'granularity'],
  search: (list, options) => iterate(firstCut(list, options), options.order),
};

/** A list cut into parts. A subset is one part alone; a complement is the list without one part. */
interface Cut {
  readonly kept: Kept;
  /** Number of parts, n; 0: the search is over. */
  readonly parts: number;
  /** The cut after candidate `index`, 0…n-1, kept the property. */
  subsets(index: number): Cut;
  complements(index: number): Cut;
  /** More and smaller parts. */
  finer(): Cut;
}

const kinds = {
  'complements-only': ['complements'],
  'complements-first': ['complements', 'subsets'],
  'subsets-first': ['subsets', 'complements'],
} as const satisfies Record<Order, readonly (keyof Cut)[]>;

/** A candidate and the number of failures that speak against it. */
interface Ranked {
  readonly index: number;
  readonly failures: number;
}

/** Orders the candidates of a phase by what verdicts have taught. */
export interface Memory {
  /** The candidates of `kept` to try; `candidate`: the elements of each of the `count`. */
  rank(kept: Kept, count: number, candidate: (index: number) => Kept): readonly Ranked[];
  /** The memory after these candidates of `kept` failed and `left` became the list. */
  learn(kept: Kept, failed: () => readonly Kept[], left: Kept): Memory;
}

const noMemory: Memory = {
  rank: (_, count) => Array.from({ length: count }, (_, index) => ({ index, failures: 0 })),
  learn: () => noMemory,
};

/** ddmin's main loop: each kind of candidate at this granularity, then a finer one. */
export function iterate(cut: Cut, order: Order, memory = noMemory, turn = 0): Search<Kept, Kept> {
  const { kept, parts } = cut;
  if (parts === 0) return done(kept);
  if (turn === kinds[order].length) return iterate(cut.finer(), order, memory);
  const kind = kinds[order][turn];
  const isSubset = kind === 'subsets';
  const ranked = memory.rank(kept, parts, (index) => cut[kind](index).kept);
  const become = (rank: number) => cut[kind](ranked[rank].index);
  const failed = (count: number) => () => ranked.slice(0, count).map(({ index }) => cut[kind](index).kept);
  return phase({
    label: isSubset ? l10n.t('Trying subsets, {0} parts', parts) : l10n.t('Trying complements, {0} parts', parts),
    kind: isSubset ? 'subset' : undefined,
    joint: turn + 1 < kinds[order].length,
    alternatives: lazy(ranked.length, (rank) => become(rank).kept),
    chance: (rank) => 1 / (isSubset ? 2 * parts : parts + 1) / (1 + ranked[rank].failures),
    held(rank) {
      const next = become(rank);
      return iterate(next, order, memory.learn(kept, failed(rank), next.kept));
    },
    none(why) {
      const after = why === 'fails' ? memory.learn(kept, failed(ranked.length), kept) : memory;
      return iterate(cut, order, after, turn + 1);
    },
  });
}

export function firstCut(list: ElementList, { granularity }: ReducerOptions): Cut {
  return evenCut(wholeList(list), granularity, granularity);
}

/** `factor`: number of parts at first, and into which a part is cut. `offset`: the scan of complements starts there and wraps round. */
function evenCut(kept: Kept, most: number, factor: number, offset = 0): Cut {
  const parts = Math.min(most, kept.length);
  const bounds = (part: number) =>
    [partStart(kept.length, parts, part), partStart(kept.length, parts, part + 1)] as const;
  return {
    kept,
    parts: parts < 2 ? 0 : parts,
    subsets: (part) => evenCut(kept.slice(...bounds(part)), factor, factor),
    complements(turn) {
      const part = (turn + offset) % parts;
      return evenCut(without(kept, ...bounds(part)), Math.max(parts - 1, 2), factor, part);
    },
    finer() {
      const more = parts < kept.length ? Math.min(kept.length, factor * parts) : 0;
      return evenCut(kept, more, factor, Math.floor((offset * more) / parts));
    },
  };
}

/** Part i of n takes ⌊rest / parts left⌋ of the `length` elements. */
export function partStart(length: number, n: number, part: number): number {
  const small = Math.floor(length / n);
  const smallParts = n - (length % n);
  return part <= smallParts ? part * small : length - (n - part) * (small + 1);
}

/**
 * Wddmin (Zhou et al. 2025): ddmin with parts halved by weight, so that a heavy element is soon alone in its part. After every success
 * the scan starts again; single deletions end the search. 1-minimal, O(n²) tests.
 */
export const wddmin: ListReducer = {
  name: 'wddmin',
  description: 'Weighted ddmin: halves lists by tokens, not by number of elements; 1-minimal.',
  source: 'Zhou et al. 2025, weighted delta debugging',
  options: [],
  search(list) {
    const kept = wholeList(list);
    const weight = (element: number) => list.weight(element);
    return then(iterate(weightedCut(kept, halve([kept], weight), weight), 'subsets-first'), oneLess);
  },
};

type Weight = (element: number) => number;

/** `parts`: those of `kept` that may still go whole; an element that was alone in its part is in none. */
function weightedCut(kept: Kept, parts: readonly Kept[], weight: Weight): Cut {
  return {
    kept,
    parts: parts.length,
    subsets: (part) => weightedCut(parts[part], halve([parts[part]], weight), weight),
    complements: (part) => weightedCut(minus(kept, parts[part]), parts.toSpliced(part, 1), weight),
    finer: () => weightedCut(kept, halve(parts, weight), weight),
  };
}

/** Every part cut in two of nearly equal weight; a part of one element is dropped. */
function halve(parts: readonly Kept[], weight: Weight): Kept[] {
  return parts
    .filter((part) => part.length > 1)
    .flatMap((part) => {
      const middle = middleOf(part, weight);
      return [part.subarray(0, middle), part.subarray(middle)];
    });
}

/** Where to cut a part of two elements or more: neither side is empty. */
function middleOf(part: Kept, weight: Weight): number {
  const total = part.reduce((sum, element) => sum + weight(element), 0);
  let [middle, left] = [1, weight(part[0])];
  const nearer = () => Math.abs(total - 2 * (left + weight(part[middle]))) < Math.abs(total - 2 * left);
  while (middle + 1 < part.length && nearer()) left += weight(part[middle++]);
  return middle;
}
