/** Input and output of a list reducer. It sees only the indices of the elements, 0…size-1, not their contents. */
import * as l10n from '@vscode/l10n';
import { then } from '../search/compose';
import { type Search, done, lazy, phase } from '../search/search';
import type { OptionName, ReducerOptions, Sweep } from './options';

/** Ascending indices of the elements that stay. Never written to. */
export type Kept = Int32Array;

export interface ElementList {
  readonly size: number;
  /** Weight of an element, in tokens; blank text counts as one. */
  weight(index: number): number;
}

export interface ListReducer {
  readonly name: string;
  /** One line, for users who choose a reducer. */
  readonly description: string;
  /** Publication. */
  readonly source: string;
  /** The options that it uses; it receives all of them. */
  readonly options: readonly OptionName[];
  /** The property must hold for the whole list. */
  search(list: ElementList, options: ReducerOptions): Search<Kept, Kept>;
}

export function wholeList(list: ElementList): Kept {
  return Int32Array.from({ length: list.size }, (_, index) => index);
}

/** `kept` without its members at positions `from`…`to`. */
export function without(kept: Kept, from: number, to: number): Kept {
  const rest = new Int32Array(kept.length - (to - from));
  rest.set(kept.subarray(0, from));
  rest.set(kept.subarray(to), from);
  return rest;
}

/** `kept` without the elements of `gone`; both are ascending, and `gone` is part of `kept`. */
export function minus(kept: Kept, gone: Kept): Kept {
  const rest = new Int32Array(kept.length - gone.length);
  let next = 0;
  for (let at = 0; at < kept.length; at++) {
    if (kept[at] === gone[next]) next++;
    else rest[at - next] = kept[at];
  }
  return rest;
}

/** Puts an item in its place in a sorted array. */
export function insert<T>(sorted: T[], item: T, compare: (a: T, b: T) => number): void {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(sorted[middle], item) < 0) low = middle + 1;
    else high = middle;
  }
  sorted.splice(low, 0, item);
}

/** A random number, 0 … 2³² − 1. It depends on its arguments only, so that a search can be walked twice. */
export function draw(seed: number, tests: number, element: number): number {
  let hash = Math.imul(seed, 0x9e3779b1) ^ Math.imul(tests + 1, 0x85ebca6b) ^ Math.imul(element + 1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Deletions of single elements until none can go: a reducer of its own, and the sweep that makes any result 1-minimal. */
export const naive: ListReducer = {
  name: 'naive',
  description: 'Tries one element at a time and restarts at the first after each success; 1-minimal, O(n²) tests.',
  source: 'folklore',
  options: [],
  search: (list) => oneLess(wholeList(list)),
};

/** `search`, followed by the sweep if it is on. */
export function withSweep(search: Search<Kept, Kept>, sweep: Sweep): Search<Kept, Kept> {
  return sweep === 'on' ? then(search, (kept) => singleDeletions(kept)) : search;
}

/** Starts again from the first element after a success. */
export function oneLess(kept: Kept): Search<Kept, Kept> {
  return singleDeletions(kept, 0, () => 0);
}

/**
 * "Is there an element that can go alone?" After a success the scan continues where it stopped and wraps round, so that elements that
 * have just failed come last. `next`: where it continues after the element at this position went.
 */
export function singleDeletions(kept: Kept, offset = 0, next = (position: number) => position): Search<Kept, Kept> {
  if (kept.length === 0) return done(kept);
  const position = (turn: number) => (turn + offset) % kept.length;
  const rest = (turn: number) => without(kept, position(turn), position(turn) + 1);
  return phase({
    label: l10n.t('Removing single elements'),
    kind: 'certifying',
    alternatives: lazy(kept.length, rest),
    chance: () => 1 / (kept.length + 1),
    held: (turn) => singleDeletions(rest(turn), next(position(turn)), next),
    none: () => done(kept),
  });
}
