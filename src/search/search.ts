/**
 * A reduction is a walk down a lazy decision tree.
 *
 * A `Search` proposes the candidates to test next. It also gives the search that follows if one of them keeps the property, and the
 * search that follows if none does. It is pure, immutable and lazy: it can be walked twice, forked, or walked ahead of the verdicts.
 * It does not depend on the cost or place of a test, or on a user interface.
 */

/**
 * Why a candidate is not taken. `fails`: the property does not hold. `unresolved`: the test gave no answer, for example because of a
 * time-out. `rejected`: it was refused without a test, which teaches nothing and certifies nothing.
 */
export type Verdict = 'fails' | 'unresolved' | 'rejected';

/** `subset`: one part of a list alone (ddmin). `certifying`: a single deletion of a sweep that makes the result 1-minimal. */
export type QueryKind = 'subset' | 'certifying';

/** A sequence whose members are made on demand. `at(i)` is undefined from the end on. */
export interface Lazy<C> {
  at(index: number): C | undefined;
}

/** Somebody outside who is asked for the candidates of a phase; the walk waits for the answer. */
export interface Inquiry {
  /** Are the alternatives known? Until then nobody looks at them. */
  readonly isAnswered: boolean;
  /** Asks, once. Rejects with `NoAnswer` if there is none: then the stage is skipped. */
  ask(): Promise<void>;
}

export class NoAnswer extends Error {}

export interface Done<R> {
  readonly done: true;
  readonly result: R;
}

/**
 * One "is there an i" of the papers: the candidates of one phase, in order and independent of each other. The search takes the first
 * one that keeps the property, so the result does not depend on how many are tested at once.
 */
export interface Phase<C, R> {
  readonly done: false;
  /** Current stage, for people: "level 3 of 17". */
  readonly label?: string;
  /** Kind under which its candidates are counted, if any. */
  readonly kind?: QueryKind;
  /**
   * The phase that follows if none holds, for any reason, may be merged with this one: it asks the same question of the same list in
   * another way.
   */
  readonly joint?: boolean;
  /** Set if its alternatives, and the searches after them, come from outside. It can be skipped. */
  readonly inquiry?: Inquiry;
  readonly alternatives: Lazy<C>;
  /** True if alternative `index` is refused without a test: it is `rejected`. */
  refused?(index: number): boolean;
  /** The search's estimate, 0…1, of the probability that alternative `index` keeps the property. */
  chance(index: number): number;
  /** The search after alternative `index` kept the property. */
  held(index: number): Search<C, R>;
  /** The search after no alternative did. `named`: what the test's errors have named of the last one, if that is known. */
  none(why: Verdict, named?: readonly string[]): Search<C, R>;
  /** The search after its stage is skipped; it keeps the result so far. Unset: the stage cannot be skipped here. */
  skip?(): Search<C, R>;
}

/** A point in a search: finished, or a phase. `C` is a candidate, `R` the result. */
export type Search<C, R> = Done<R> | Phase<C, R>;

export function done<R>(result: R): Done<R> {
  return { done: true, result };
}

/** A phase that computes each following search once, for any number and order of calls. */
export function phase<C, R>(ways: Omit<Phase<C, R>, 'done'>): Phase<C, R> {
  const known = new Map<number | string, Search<C, R>>();
  const once = (key: number | string, make: () => Search<C, R>) => {
    let next = known.get(key);
    if (!next) known.set(key, (next = make()));
    return next;
  };
  return {
    ...ways,
    done: false,
    held: (index) => once(index, () => ways.held(index)),
    none: (why, named = []) => once([why, ...named].join(' '), () => ways.none(why, named)),
  };
}

/** The phase of a single candidate: the usual case. */
export function trial<C, R>(
  candidate: () => C,
  chance: number,
  held: () => Search<C, R>,
  none: Phase<C, R>['none'],
): Phase<C, R> {
  return phase({ alternatives: lazy(1, candidate), chance: () => chance, held, none });
}

/** `length` members, each made on demand. */
export function lazy<C>(length: number, make: (index: number) => C): Lazy<C> {
  return remember((index) => (index >= 0 && index < length ? make(index) : undefined));
}

/** A lazy sequence that remembers the members it made last, for those who look ahead: a phase may have 10⁵ candidates. */
export function remember<C>(at: (index: number) => C | undefined): Lazy<C> {
  const known = new Map<number, C>();
  return {
    at(index) {
      const before = known.get(index);
      if (before !== undefined) return before;
      const made = at(index);
      if (made === undefined) return undefined;
      if (known.size === mostRemembered) known.delete(known.keys().next().value!);
      known.set(index, made);
      return made;
    },
  };
}

const mostRemembered = 128;

/** The reason for a phase in which nothing held: a tested candidate counts for more than a refused one. */
export function worst(a: Verdict, b: Verdict): Verdict {
  const rank = (verdict: Verdict) => ['rejected', 'unresolved', 'fails'].indexOf(verdict);
  return rank(a) >= rank(b) ? a : b;
}
