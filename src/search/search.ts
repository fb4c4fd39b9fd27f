/**
 * A reduction is a walk down a lazy decision tree.
 *
 * A `Search` says which candidates to test next and what the search becomes if one of them keeps the property and if
 * none does. It is pure, immutable and lazy: it can be walked twice, forked, or walked ahead of the verdicts, and knows
 * nothing of what a test costs, where it runs or who is watching.
 */

/**
 * Why a candidate is not taken: the property does not hold (`fails`), the test gave no answer, say because it timed out
 * (`unresolved`), or the candidate was refused without a test (`rejected`: teaches nothing, certifies nothing).
 */
export type Verdict = 'fails' | 'unresolved' | 'rejected';

/** `subset`: a part of a list alone (ddmin). `certifying`: a single deletion of a sweep, after which a result is 1-minimal. */
export type QueryKind = 'subset' | 'certifying';

/** A sequence whose members are made when they are asked for. `at(i)` is undefined from the end on. */
export interface Lazy<C> {
  at(index: number): C | undefined;
}

export interface Done<R> {
  readonly done: true;
  readonly result: R;
}

/**
 * One "is there an i" of the papers: candidates of one phase, in order and independent of each other. The first one
 * that keeps the property is taken, so that the result does not depend on how many are tested at once.
 */
export interface Phase<C, R> {
  readonly done: false;
  /** What the search is at, for people: "level 3 of 17". */
  readonly label?: string;
  /** Which of the kinds that are counted its candidates are, if one of them. */
  readonly kind?: QueryKind;
  /**
   * The phase that follows if none holds, for whatever reason, may be taken as one with this one: the same question of the
   * same list, asked otherwise.
   */
  readonly joint?: boolean;
  readonly alternatives: Lazy<C>;
  /** True if alternative `index` is refused without a test: it is `rejected`. */
  refused?(index: number): boolean;
  /** How probable the search thinks it is, 0…1, that alternative `index` keeps the property. */
  chance(index: number): number;
  /** The search after alternative `index` kept the property. */
  held(index: number): Search<C, R>;
  /** The search after no alternative did. */
  none(why: Verdict): Search<C, R>;
  /** The search after the stage that it is in is given up, with what was reached. Unset: it cannot be given up here. */
  skip?(): Search<C, R>;
  /** Plain data from which whoever made the search can make this point of it again, at once. Unset: not here. */
  note?(): unknown;
}

/** A point in a search: finished, or a phase. `C` is a candidate, `R` the result. */
export type Search<C, R> = Done<R> | Phase<C, R>;

export function done<R>(result: R): Done<R> {
  return { done: true, result };
}

/** A phase that computes each way on once, however often and in whatever order it is asked. */
export function phase<C, R>(ways: Omit<Phase<C, R>, 'done'>): Phase<C, R> {
  const known = new Map<number | Verdict, Search<C, R>>();
  const once = (key: number | Verdict, make: () => Search<C, R>) => {
    let next = known.get(key);
    if (!next) known.set(key, (next = make()));
    return next;
  };
  return {
    done: false,
    label: ways.label,
    kind: ways.kind,
    joint: ways.joint,
    alternatives: ways.alternatives,
    refused: ways.refused,
    chance: (index) => ways.chance(index),
    held: (index) => once(index, () => ways.held(index)),
    none: (why) => once(why, () => ways.none(why)),
    skip: ways.skip,
    note: ways.note,
  };
}

/** The phase of a single candidate: the usual case. */
export function trial<C, R>(
  candidate: () => C,
  chance: number,
  held: () => Search<C, R>,
  none: (why: Verdict) => Search<C, R>,
): Phase<C, R> {
  return phase({ alternatives: lazy(1, candidate), chance: () => chance, held, none });
}

/** `length` members, each made when asked for. Only the last one is remembered: a phase may have 10⁵ candidates. */
export function lazy<C>(length: number, make: (index: number) => C): Lazy<C> {
  return remembering((index) => (index >= 0 && index < length ? make(index) : undefined));
}

/** A lazy sequence that remembers the member last asked for. */
export function remembering<C>(at: (index: number) => C | undefined): Lazy<C> {
  let last: { index: number; candidate: C | undefined } | undefined;
  return {
    at(index) {
      if (last?.index !== index) last = { index, candidate: at(index) };
      return last.candidate;
    },
  };
}
