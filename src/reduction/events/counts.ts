/** Counts of a search, beside the events that tell of it. */

/** What the search has asked for and committed. */
export interface SearchCounts {
  tests: number;
  cacheHits: number;
  /** Oracle processes of the processes before this one, and the sum of their times, ms. */
  readonly earlier: { runs: number; ms: number };
}

export function noCounts(): SearchCounts {
  return { tests: 0, cacheHits: 0, earlier: { runs: 0, ms: 0 } };
}
