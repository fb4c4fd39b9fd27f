/**
 * Queries by kind, as Zhang et al. 2025 count them (Fig. 2). `complement`: all but one part is to go (ddmin's subsets). `revisit`: what
 * is to go was tried before, when more was there. `other`: the rest. What was asked before is no query.
 */
import type { Kept } from '../../../src/reducers/list';
import type { QueryKind, Search } from '../../../src/search/search';

export const kinds = ['complement', 'revisit', 'other'] as const;

export type Kind = (typeof kinds)[number];

export type Tallies = Readonly<Record<Kind, { tests: number; held: number }>>;

export function noQueries(): Tallies {
  return { complement: { tests: 0, held: 0 }, revisit: { tests: 0, held: 0 }, other: { tests: 0, held: 0 } };
}

/** A query that may be asked: its kind, and what to do when it is. */
export interface Query {
  readonly kind: Kind;
  asked(): void;
}

/** The same search of one list; `propose` is told of every candidate that is looked at. `keyOf` tells sets of elements apart. */
export function watched<K>(
  search: Search<Kept, Kept>,
  kept: Kept,
  keyOf: (kept: Kept, candidate: Kept) => K,
  propose: (query: Query) => void,
): Search<Kept, Kept> {
  const tried = new Set<K>();
  const watching = (current: Search<Kept, Kept>, before: Kept): Search<Kept, Kept> => {
    if (current.done) return current;
    const at = (index: number) => {
      const candidate = current.alternatives.at(index);
      if (candidate) propose(queryOf(before, candidate, current.kind));
      return candidate;
    };
    return {
      ...current,
      alternatives: { at },
      held: (index) => watching(current.held(index), current.alternatives.at(index)!),
      none: (why) => watching(current.none(why), before),
    };
  };
  const queryOf = (before: Kept, candidate: Kept, phase: QueryKind | undefined): Query => {
    const gone = keyOf(before, candidate);
    const kind = phase === 'subset' ? 'complement' : tried.has(gone) ? 'revisit' : 'other';
    return { kind, asked: () => void tried.add(gone) };
  };
  return watching(search, kept);
}

export function count(tallies: Tallies, { kind, asked }: Query, held: boolean): void {
  tallies[kind].tests++;
  if (held) tallies[kind].held++;
  asked();
}
