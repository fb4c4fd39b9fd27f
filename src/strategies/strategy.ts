/** What a strategy is: a search over the text of one file, made from a list reducer and, for most, a syntax tree. */
import type { Experience } from '../reducers/experience';
import type { ElementList, Kept } from '../reducers/list';
import type { Search } from '../search/search';
import type { ElementTree } from '../syntax/elementTree';
import type { Candidate } from '../text/candidate';
import type { Range } from '../text/ranges';
import type { StrategyOptionName, StrategyOptions } from './options';
import type { Step } from './resuming';

/** The reducer that was chosen, with its options; it may learn from the lists before. */
export type ReduceList = (list: ElementList, experience: Experience) => Search<Kept, Kept>;

/** What may not be touched at either end of the text, UTF-16 units: a byte order mark, what is not selected. */
export interface Fixed {
  readonly prefix: number;
  readonly suffix: number;
}

export interface StrategyContext {
  readonly reduceList: ReduceList;
  /** Parses a text; strategies without a tree never call it. */
  readonly parse: (text: string) => ElementTree;
  readonly fixed: Fixed;
  readonly options: StrategyOptions;
  /** The parse filter, if there is one: candidates that parse worse than their base are not tested. */
  readonly isWorse?: (candidate: Candidate) => boolean;
  /** Programs read this language whatever its errors: what the filter refuses may well keep the property. */
  readonly lenient?: boolean;
}

export interface Strategy {
  readonly name: string;
  readonly description: string;
  readonly needsTree: boolean;
  /** Is its result 1-tree-minimal: can no element that is left go alone? */
  readonly treeMinimal: boolean;
  /** Does it reduce lists by the list reducer of the search? */
  readonly usesReducer: boolean;
  /** The options that it knows; it is given all of them. */
  readonly options: readonly StrategyOptionName[];
  readonly search: Step;
}

/** The part of a text of `length` that may be reduced. */
export function scopeOf(length: number, { prefix, suffix }: Fixed): Range {
  return { start: prefix, end: length - suffix };
}
