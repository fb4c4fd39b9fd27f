/**
 * Learns from verdicts how many units of each class had to stay. A chance starts from the share of all units; finer classes correct it
 * as far as they have been seen (back-off). Plain numbers, copied when something is learned.
 */
import { dense, sparse, type SparseNumbers } from '../pipelines/resuming';
import { CostTable } from './costTable';

/** Parameters of the tree-wide search. Other values than the usual ones are for ablations (docs/notes/tree-wide-search.md). */
export interface Model {
  /**
   * A batch grows as long as all of it goes with at least this chance. At one half a test tells most; 0.37 and 0.63 need 5 and 7 % more
   * tests on ten subjects (013).
   */
  readonly target: number;
  /** Do kinds of units teach, or only their weights? */
  readonly kinds: boolean;
  /** Does it matter whether a unit's name occurs elsewhere? */
  readonly references: boolean;
  /** Are runs of neighbours units too? */
  readonly runs: boolean;
  /** Do elements go with the tokens beside them, when nothing else does? */
  readonly margins: boolean;
}

export const usualModel: Model = { target: 0.5, kinds: true, references: true, runs: true, margins: true };

/** The reference of a unit: where its first name occurs outside of it. */
export const usedNowhere = 0;
export const usedAfter = 1;
export const usedBefore = 2;
export const noName = 3;

/** The first name of any part of a very long run is used after it. Such a run may hardly ever go, and says nothing of shorter ones. */
export const ofAPart = 4;

const references = 5;

/** Result of earlier tests of a unit: none; it surrounds one that had to stay; it had to stay itself. */
export const fresh = 0;
export const around = 1;
export const hadToStay = 2;
const histories = 3;

/** The traits of a unit that its chance depends on. */
export interface Traits {
  readonly kind: number;
  /** `usedNowhere`…, as above. */
  readonly reference: number;
  /** `fresh`, `around` or `hadToStay`. */
  readonly history: number;
  /** Class of its weight: the logarithm. */
  readonly size: number;
}

/** Units with the same traits have the same number, for fast lookup. */
export function traitsNumber(kind: number, reference: number, history: number, weight: number): number {
  const size = Math.min(sizes - 1, 31 - Math.clz32(weight));
  return ((kind * references + reference) * histories + history) * sizes + size;
}

/** The number of the same traits with another history; `fresh`: their number without one. */
export function withHistory(fresh: number, history: number): number {
  return fresh + history * sizes;
}

/** Classes of weights: 1, 2–3, 4–7, … tokens; from 128 on all are one. Not tuned. */
const sizes = 8;

function traitsOf(number: number): Traits {
  const size = number % sizes;
  const rest = (number - size) / sizes;
  const history = rest % histories;
  const named = (rest - history) / histories;
  const reference = named % references;
  return { kind: (named - reference) / references, reference, history, size };
}

/** For class i: at 2i the units that had to stay, at 2i + 1 the units seen. */
type Tally = Float64Array;

/**
 * First chance that a unit has to stay; it weighs as much as `firstWeight` units seen. 1/16 and
 * 1/32 differ by at most 8 % of the tests, or are worse, on ten subjects (014).
 */
export const firstGuess = 1 / 8;
const firstWeight = 8;

/** A finer class that was seen this often weighs as much as the rougher ones. 1.5 and 6 do as well (014). */
const backOff = 3;

/** Least chance to have to stay after a failure, until its own class was seen. Set by hand, not tuned. */
export const leastAfterFailure = 0.9;

/** No chance is a certainty, so that costs are finite and above 0. Set by hand, not tuned. */
export const leastRequired = 0.002;
export const mostRequired = 0.995;

export class Chances {
  private readonly owner: number;

  private constructor(
    private readonly model: Model,
    /** One for each of the model's classings. */
    private readonly tallies: readonly Tally[],
    private readonly costs = new CostTable(),
  ) {
    this.owner = costs.join();
  }

  static none(model: Model): Chances {
    return new Chances(
      model,
      classingsOf(model).map(() => new Float64Array(0)),
    );
  }

  /** From the result of `saved`. */
  static loaded(saved: readonly SparseNumbers[], model: Model): Chances {
    return new Chances(
      model,
      saved.map((numbers) => dense(numbers, Float64Array)),
    );
  }

  saved(): SparseNumbers[] {
    return this.tallies.map((tally) => sparse(tally));
  }

  /** Chance that units with these traits have to stay, `leastRequired`…`mostRequired`. */
  required(number: number): number {
    return 1 - Math.exp(-this.cost(number));
  }

  /** −ln of the chance that they go: chances multiply, so costs add up. Called for a thousand classes before a test. */
  cost(number: number): number {
    const { costs, owner } = this;
    return costs.get(number, owner) ?? costs.set(number, owner, -Math.log(1 - this.estimate(number)));
  }

  /** The chances after units with these traits went, or had to stay. */
  taught(numbers: readonly number[], required: boolean): Chances {
    const all = numbers.map((number) => this.seen(number));
    const tallies = classingsOf(this.model).map((classOf, level) =>
      counted(this.tallies[level], all.map(classOf), required),
    );
    return new Chances(this.model, tallies, this.costs);
  }

  private estimate(number: number): number {
    const traits = this.seen(number);
    const classings = classingsOf(this.model);
    let chance = firstGuess;
    for (let level = 0; level < classings.length; level++) {
      const tally = this.tallies[level];
      const at = 2 * classings[level](traits);
      const weight = level === 0 ? firstWeight : backOff;
      // A class that was not seen changes nothing, not even by rounding: its index depends on the tests ahead.
      if (tally[at + 1] > 0) chance = (tally[at] + weight * chance) / (tally[at + 1] + weight);
      if (level === 0 && traits.history !== fresh) chance = Math.max(leastAfterFailure, chance);
    }
    return Math.min(mostRequired, Math.max(leastRequired, chance));
  }

  /** The traits as the model sees them. */
  private seen(number: number): Traits {
    const traits = traitsOf(number);
    return this.model.references ? traits : { ...traits, reference: usedNowhere };
  }
}

/** Index of the class of units with these traits. */
type Classing = (traits: Traits) => number;

/** From rough to fine: all units, very long runs apart; by reference, history and size; by kind and reference; and by history too. */
const classings: readonly Classing[] = [
  ({ reference }) => Number(reference === ofAPart),
  ({ reference, history, size }) => (reference * histories + history) * sizes + size,
  ({ kind, reference }) => kind * references + reference,
  ({ kind, reference, history }) => (kind * references + reference) * histories + history,
];
const classingsWithoutKinds = classings.slice(0, 2);

function classingsOf({ kinds }: Model): readonly Classing[] {
  return kinds ? classings : classingsWithoutKinds;
}

function counted(tally: Tally, classes: readonly number[], required: boolean): Tally {
  const most = classes.reduce((high, index) => Math.max(high, index), 0);
  const after = new Float64Array(Math.max(tally.length, 2 * most + 2));
  after.set(tally);
  for (const index of classes) {
    after[2 * index] += Number(required);
    after[2 * index + 1]++;
  }
  return after;
}
