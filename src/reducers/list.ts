/** What a list reducer is given and what it proposes. Elements are their index, 0…size-1; what they stand for is hidden. */
import type { Search } from '../search/search';
import type { OptionName, ReducerOptions } from './options';

/** Ascending indices of the elements that stay. Never written to. */
export type Kept = Int32Array;

export interface ElementList {
  readonly size: number;
  /** How much an element stands for, tokens; blank text counts as one. */
  weight(index: number): number;
}

export interface ListReducer {
  readonly name: string;
  /** One line, for people who choose. */
  readonly description: string;
  /** Where it was published. */
  readonly source: string;
  /** Is its result 1-minimal whatever the property? */
  readonly oneMinimal: boolean;
  /** The options that it knows; it is given all of them. */
  readonly options: readonly OptionName[];
  /** The property is taken to hold for the whole list. */
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
  let from = 0;
  gone.forEach((element, index) => {
    const at = kept[from] === element ? from : positionOf(kept, element, from);
    if (at > from) rest.set(kept.subarray(from, at), from - index);
    from = at + 1;
  });
  rest.set(kept.subarray(from), from - gone.length);
  return rest;
}

/** Where `element` stands in `kept`, at `from` or later: by halving. */
function positionOf(kept: Kept, element: number, from: number): number {
  let [low, high] = [from, kept.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (kept[middle] < element) low = middle + 1;
    else high = middle;
  }
  return low;
}
