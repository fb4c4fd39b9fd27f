/**
 * Combinators that make big searches from small ones. `unfold` builds sequences of any length. It loops over searches that are done at
 * once, so a sequence of 10⁵ of them is no deeper than one.
 */
import { done, phase, remembering } from './search';
import type { Lazy, Phase, Search } from './search';

/** The same search with other candidates (for example the text of a tree for a list) and another result. */
export function map<C, D, R, S>(
  search: Search<C, R>,
  candidate: (candidate: C) => D,
  result: (result: R) => S,
): Search<D, S> {
  if (search.done) return done(result(search.result));
  return phase({
    label: search.label,
    kind: search.kind,
    joint: search.joint,
    alternatives: mapLazy(search.alternatives, candidate),
    refused: search.refused,
    chance: search.chance,
    held: (index) => map(search.held(index), candidate, result),
    none: (why) => map(search.none(why), candidate, result),
    skip: search.skip && (() => map(search.skip!(), candidate, result)),
    note: search.note,
  });
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

/** Names the current stage of a search; the driver shows the name to users. */
export function labelled<C, R>(search: Search<C, R>, label: string): Search<C, R> {
  return search.done ? search : { ...goOn(search, (next) => labelled(next, label)), label };
}

/** Changes the label that a search has given itself. */
export function relabelled<C, R>(search: Search<C, R>, label: (own: string | undefined) => string): Search<C, R> {
  if (search.done) return search;
  return { ...goOn(search, (next) => relabelled(next, label)), label: label(search.label) };
}

/**
 * A stage that can be skipped at any point. Its result is then made from the last candidate that held, or is `soFar` if there is none.
 * Stages inside it are skipped one by one.
 */
export function skippable<C, R>(search: Search<C, R>, soFar: () => R, reached: (candidate: C) => R): Search<C, R> {
  if (search.done) return search;
  const goesOn = (next: Search<C, R>) => skippable(next, soFar, reached);
  return phase({
    ...goOn(search, goesOn),
    held(index) {
      const candidate = search.alternatives.at(index)!;
      return skippable(search.held(index), () => reached(candidate), reached);
    },
    skip: search.skip ? () => goesOn(search.skip!()) : () => done(soFar()),
  });
}

/** The same search, with each note wrapped in a larger one. */
export function noted<C, R>(search: Search<C, R>, frame: (note: unknown) => unknown): Search<C, R> {
  if (search.done) return search;
  const { note } = search;
  return { ...goOn(search, (next) => noted(next, frame)), note: note && (() => frame(note())) };
}

/** The same search, all of whose work is done by `doing`. */
export function doneBy<C, R>(search: Search<C, R>, doing: <T>(work: () => T) => T): Search<C, R> {
  if (search.done) return search;
  const { alternatives, refused, skip } = search;
  return phase({
    ...search,
    alternatives: { at: (index) => doing(() => alternatives.at(index)) },
    refused: refused && ((index) => doing(() => refused.call(search, index))),
    held: (index) =>
      doneBy(
        doing(() => search.held(index)),
        doing,
      ),
    none: (why) =>
      doneBy(
        doing(() => search.none(why)),
        doing,
      ),
    skip: skip && (() => doneBy(skip.call(search), doing)),
  });
}

/** The same phase, with `resume` applied to each search that follows it. */
function goOn<C, R, S>(current: Phase<C, R>, resume: (search: Search<C, R>) => Search<C, S>): Phase<C, S> {
  return phase({
    label: current.label,
    kind: current.kind,
    joint: current.joint,
    alternatives: current.alternatives,
    refused: current.refused,
    chance: current.chance,
    held: (index) => resume(current.held(index)),
    none: (why) => resume(current.none(why)),
    skip: current.skip && (() => resume(current.skip!())),
    note: current.note,
  });
}

function mapLazy<C, D>(source: Lazy<C>, change: (candidate: C) => D): Lazy<D> {
  return remembering((index) => {
    const candidate = source.at(index);
    return candidate === undefined ? undefined : change(candidate);
  });
}
