/** A strategy: a search over the text of one file, made from a list reducer and usually a syntax tree. */
import type { Experience } from '../reducers/options';
import type { ElementList, Kept } from '../reducers/list';
import type { Search } from '../search/search';
import type { ElementTree } from '../syntax/elementTree';
import type { Range } from '../text/ranges';
import type { SourceText, Candidate } from '../text/source';
import type { StrategyOptionName, StrategyOptions } from './options';

/** The chosen list reducer, with its options; it may learn from the lists before. */
export type ReduceList = (list: ElementList, experience: Experience) => Search<Kept, Kept>;

/** Fixed parts at both ends of the text, UTF-16 units: a byte order mark, text outside the selection. */
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
  /** Of the tree-wide search: units that are no whole files are left out. */
  readonly until?: 'files';
  /** The parse filter, if any: candidates that parse worse than their base are not tested. */
  readonly isWorse?: (candidate: Candidate) => boolean;
  /** Parts of the original text that probably need not stay; of each guess sorted and disjoint. The first guess that holds is taken. */
  readonly guesses?: readonly (readonly Range[])[];
  /** The id of the grammar's language; unset without a grammar. */
  readonly language?: string;
  /** Programs read this language in spite of errors: a candidate that the filter refuses may well keep the property. */
  readonly lenient?: boolean;
}

export type TextSearch = Search<Candidate, SourceText>;

/** Makes a text smaller. */
export type Step = (text: SourceText, context: StrategyContext) => TextSearch;

export interface Strategy {
  readonly name: string;
  readonly description: string;
  readonly needsTree?: boolean;
  /** Can users choose its list reducer? */
  readonly usesReducer?: boolean;
  /** The options that it uses; it receives all of them. */
  readonly options: readonly StrategyOptionName[];
  readonly search: Step;
  /** Blanks as people write them, for a search that a limit has cut off. */
  readonly readable?: Step;
}

/** The part of a text of `length` that may be reduced. */
export function scopeOf(length: number, { prefix, suffix }: Fixed): Range {
  return { start: prefix, end: length - suffix };
}
