/**
 * Combinators that make big searches from small ones. `unfold` builds sequences of any length. It loops over searches that are done at
 * once, so a sequence of 10⁵ of them is no deeper than one.
 */
import { done, phase, remember, type Lazy, type Phase, type Search } from './search';

/** The same search with other candidates (for example the text of a tree for a list) and another result. */
export function map<C, D, R, S>(
  search: Search<C, R>,
  candidate: (candidate: C) => D,
  result: (result: R) => S,
): Search<D, S> {
  if (search.done) return done(result(search.result));
  const { alternatives } = search;
  const mapped = remember((index) => {
    const own = alternatives.at(index);
    return own === undefined ? undefined : candidate(own);
  });
  return goOn({ ...search, alternatives: mapped }, (next) => map(next, candidate, result));
}

export function mapResult<C, R, S>(search: Search<C, R>, result: (result: R) => S): Search<C, S> {
  return then(search, (value) => done(result(value)));
}

/**
 * Searches one after the other: `next` makes the following search from the current state, or returns undefined at the end. All
 * sequences are built with this combinator.
 */
export function unfold<C, S>(start: S, next: (state: S) => Search<C, S> | undefined): Search<C, S> {
  const resume = (search: Search<C, S>): Search<C, S> => {
    let current = search;
    while (current.done) {
      const following = next(current.result);
      if (!following) return current;
      current = following;
    }
    return goOn(current, resume);
  };
  return resume(done(start));
}

/** The result if each candidate that is not refused held; nothing is tested. */
export function supposed<C, R>(search: Search<C, R>): R {
  let next = search;
  while (!next.done) {
    const isOpen = next.alternatives.at(0) !== undefined && !next.refused?.(0);
    next = isOpen ? next.held(0) : next.none('rejected');
  }
  return next.result;
}

/** `first`, then the search made from its result. */
export function then<C, R, S>(first: Search<C, R>, next: (result: R) => Search<C, S>): Search<C, S> {
  return first.done ? next(first.result) : goOn(first, (search) => then(search, next));
}

/**
 * Refuses candidates for which `isWorse` is true without a test. Each candidate is checked once, in its turn, so a driver stays
 * responsive during a long row of refusals.
 */
export function rejecting<C, R>(search: Search<C, R>, isWorse: (candidate: C) => boolean): Search<C, R> {
  if (search.done) return search;
  const known = new Map<number, boolean>();
  const look = (index: number) => {
    const worse = (search.refused?.(index) ?? false) || isWorse(search.alternatives.at(index)!);
    known.set(index, worse);
    return worse;
  };
  return {
    ...goOn(search, (next) => rejecting(next, isWorse)),
    refused: (index) => known.get(index) ?? look(index),
  };
}

/** Names the current stage of a search for the driver to show to users; `label` gets the search's own label. */
export function withLabel<C, R>(search: Search<C, R>, label: (own: string | undefined) => string): Search<C, R> {
  if (search.done) return search;
  return { ...goOn(search, (next) => withLabel(next, label)), label: label(search.label) };
}

/**
 * A stage that can be skipped at any point. Its result is then made from the last candidate that held, or is `soFar` if there is none.
 * Stages inside it are skipped one by one.
 */
export function makeSkippable<C, R>(search: Search<C, R>, soFar: () => R, reached: (candidate: C) => R): Search<C, R> {
  if (search.done) return search;
  const { alternatives, skip } = search;
  const goesOn = (next: Search<C, R>) => makeSkippable(next, soFar, reached);
  return phase({
    ...goOn(search, goesOn),
    held(index) {
      const candidate = alternatives.at(index)!;
      return makeSkippable(search.held(index), () => reached(candidate), reached);
    },
    skip: skip ? () => goesOn(skip()) : () => done(soFar()),
  });
}

/** How long a search may go on: each of its tests costs 1. */
export interface Budget<C, R> {
  readonly credit: number;
  /** The result at the end of the credit. */
  readonly end: () => R;
  /** The budget after this candidate held; `left`: the credit by then. */
  readonly refill: (candidate: C, left: number) => Budget<C, R>;
}

/** Ends the search when its tests have used up the credit; refused candidates cost nothing. */
export function within<C, R>(search: Search<C, R>, budget: Budget<C, R>): Search<C, R> {
  if (search.done) return search;
  const { alternatives, held, none, skip, refused } = search;
  const costs = [0];
  /** Tests before alternative `index`. */
  const cost = (index: number) => {
    while (costs.length <= index) costs.push(costs.at(-1)! + Number(!refused?.(costs.length - 1)));
    return costs[index];
  };
  const at = (index: number) => (cost(index) < budget.credit ? alternatives.at(index) : undefined);
  return phase({
    ...search,
    alternatives: { at },
    held(index) {
      const left = budget.credit - cost(index) - 1;
      return within(held(index), budget.refill(alternatives.at(index)!, left));
    },
    none(why, named) {
      let count = 0;
      while (at(count) !== undefined) count++;
      const credit = budget.credit - cost(count);
      return credit > 0 ? within(none(why, named), { ...budget, credit }) : done(budget.end());
    },
    skip: skip && (() => within(skip(), budget)),
  });
}

/** The same phase, with `resume` applied to each search that follows it. */
function goOn<C, D, R, S>(
  current: Omit<Phase<C, R>, 'alternatives'> & { readonly alternatives: Lazy<D> },
  resume: (search: Search<C, R>) => Search<D, S>,
): Phase<D, S> {
  const { held, none, skip } = current;
  return phase({
    ...current,
    held: (index) => resume(held(index)),
    none: (why, named) => resume(none(why, named)),
    skip: skip && (() => resume(skip())),
  });
}
