/**
 * How small searches become big ones. Every combinator loops where searches are done at once or candidates are refused:
 * none of them recurses, so a chain of 10⁵ such steps is no deeper than one.
 */
import { done, phase, remembering } from './search';
import type { Lazy, Phase, Search } from './search';

/** The same search with other candidates (list → text of a tree, say) and another result. */
export function map<C, D, R, S>(
  search: Search<C, R>,
  candidate: (candidate: C) => D,
  result: (result: R) => S,
): Search<D, S> {
  if (search.done) return done(result(search.result));
  return phase({
    label: search.label,
    alternatives: mapLazy(search.alternatives, candidate),
    chance: search.chance,
    held: (index) => map(search.held(index), candidate, result),
    none: (why) => map(search.none(why), candidate, result),
  });
}

/**
 * Searches one after the other: `next` makes the one that follows from the state reached so far, or undefined at the
 * end. The combinator that all sequences are said with.
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

/** `first`, and then the search made from its result. */
export function then<C, R, S>(first: Search<C, R>, next: (result: R) => Search<C, S>): Search<C, S> {
  return first.done ? next(first.result) : goOn(first, (search) => then(search, next));
}

/** `round` again and again, until one leaves the state as it was. */
export function fixpoint<C, S>(
  start: S,
  round: (state: S) => Search<C, S>,
  same: (before: S, after: S) => boolean,
): Search<C, S> {
  interface Step {
    readonly state: S;
    readonly settled: boolean;
  }
  const search = unfold<C, Step>({ state: start, settled: false }, ({ state, settled }) =>
    settled
      ? undefined
      : map(
          round(state),
          (candidate) => candidate,
          (after) => ({ state: after, settled: same(state, after) }),
        ),
  );
  return map(
    search,
    (candidate) => candidate,
    ({ state }) => state,
  );
}

/** Phases refused in a row before the driver gets a breath. */
const refusals = 50;

/**
 * Refuses candidates without a test: those for which `isWorse` is true never reach a driver. A phase that is refused
 * whole goes on with `none('rejected')`; after many of them comes a phase without alternatives, at which a driver may
 * look at its clock and its signals.
 */
export function rejecting<C, R>(search: Search<C, R>, isWorse: (candidate: C) => boolean): Search<C, R> {
  let current = search;
  for (let refused = 0; !current.done; refused++) {
    const fit = accepted(current.alternatives, (candidate) => !isWorse(candidate));
    if (refused === refusals || fit.at(0) !== undefined) return rejectingPhase(current, fit, isWorse);
    current = current.none('rejected');
  }
  return current;
}

/** Names what a search is at; the driver tells the people who watch. */
export function labelled<C, R>(search: Search<C, R>, label: string): Search<C, R> {
  return search.done ? search : { ...goOn(search, (next) => labelled(next, label)), label };
}

function rejectingPhase<C, R>(current: Phase<C, R>, fit: Accepted<C>, isWorse: (candidate: C) => boolean): Phase<C, R> {
  return phase({
    label: current.label,
    alternatives: fit,
    chance: (index) => current.chance(fit.origin(index)),
    held: (index) => rejecting(current.held(fit.origin(index)), isWorse),
    none: (why) => rejecting(current.none(why), isWorse),
  });
}

/** The same phase, with `resume` applied to whatever it becomes. */
function goOn<C, R, S>(current: Phase<C, R>, resume: (search: Search<C, R>) => Search<C, S>): Phase<C, S> {
  return phase({
    label: current.label,
    alternatives: current.alternatives,
    chance: current.chance,
    held: (index) => resume(current.held(index)),
    none: (why) => resume(current.none(why)),
  });
}

function mapLazy<C, D>(source: Lazy<C>, change: (candidate: C) => D): Lazy<D> {
  return remembering((index) => {
    const candidate = source.at(index);
    return candidate === undefined ? undefined : change(candidate);
  });
}

interface Accepted<C> extends Lazy<C> {
  /** Where the member stands in the sequence it was taken from. */
  origin(index: number): number;
}

/** The members that `fits` takes; looks no further than it is asked. */
function accepted<C>(source: Lazy<C>, fits: (candidate: C) => boolean): Accepted<C> {
  const origins: number[] = [];
  let looked = 0;
  const found = remembering((index) => {
    while (origins.length <= index) {
      const candidate = source.at(looked);
      if (candidate === undefined) return undefined;
      if (fits(candidate)) origins.push(looked);
      looked++;
    }
    return source.at(origins[index]);
  });
  return { at: found.at, origin: (index) => origins[index] };
}
