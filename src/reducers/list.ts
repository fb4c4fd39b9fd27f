/** Input and output of a list reducer. It sees only the indices of the elements, 0…size-1, not their contents. */
import type { Search } from '../search/search';
import type { OptionName, ReducerOptions } from './options';

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
  let next = 0;
  return kept.filter((element) => element !== gone[next] || !++next);
}

/** A random number, 0 … 2³² − 1. It depends on its arguments only, so that a search can be walked twice. */
export function draw(seed: number, tests: number, element: number): number {
  let hash = Math.imul(seed, 0x9e3779b1) ^ Math.imul(tests + 1, 0x85ebca6b) ^ Math.imul(element + 1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
