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

/** Skips the search once this many of its tests in a row have failed; refused candidates do not count. */
export function giveUpAfter<C, R>(search: Search<C, R>, patience: number, failed = 0): Search<C, R> {
  if (search.done || !search.skip) return search;
  const { alternatives, held, none, skip, refused } = search;
  return phase({
    ...search,
    held: (index) => giveUpAfter(held(index), patience),
    none(why) {
      let count = failed;
      for (let index = 0; alternatives.at(index) !== undefined; index++) if (!refused?.(index)) count++;
      return count < patience ? giveUpAfter(none(why), patience, count) : skip();
    },
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
    none: (why) => resume(none(why)),
    skip: skip && (() => resume(skip())),
  });
}
