/**
 * What verdicts teach: for each class of units how many of them had to stay. A chance starts from the share of all units and is
 * bettered by ever finer classes, as far as they have been seen (back-off). Plain numbers, copied when something is learned.
 */
import type { Model } from './model';
import { ofAPart, references, usedNowhere } from './names';
import { dense, sparse } from '../names/sparse';
import type { SparseNumbers } from '../names/sparse';

/** What earlier tests say of a unit: nothing; it is around one that had to stay; it had to stay before. */
export const fresh = 0;
export const around = 1;
export const hadToStay = 2;
const histories = 3;

/** All that a chance depends on. */
export interface Traits {
  readonly kind: number;
  /** See `names.ts`: `usedNowhere`… */
  readonly reference: number;
  /** `fresh`, `around` or `hadToStay`. */
  readonly history: number;
  /** Class of its weight: the logarithm. */
  readonly size: number;
}

/** Units with the same traits have the same number, so that what is known of them is found at once. */
export function traitsNumber(kind: number, reference: number, history: number, weight: number): number {
  const size = Math.min(sizes - 1, 31 - Math.clz32(weight));
  return ((kind * references + reference) * histories + history) * sizes + size;
}

/** The number of the same traits with another history than that of the first. */
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

/** For each class, at 2i how many had to stay and at 2i + 1 how many were seen. */
type Tally = Float64Array;

/**
 * The chance to have to stay where nothing is known; of all units it weighs as much as `firstWeight` of them that were seen. 1/16 and
 * 1/32 differ by at most 8 % of the tests, or are worse, on ten subjects (014).
 */
export const firstGuess = 1 / 8;
const firstWeight = 8;

/** How often a finer class must have been seen to weigh as much as the rougher ones. The same of 1.5 and 6 (014). */
const backOff = 3;

/** The least chance to have to stay after a failure, before its own class was seen. Set by hand, not tuned. */
export const leastAfterFailure = 0.9;

/** No chance is a certainty, so that costs are finite and above 0. Set by hand, not tuned. */
export const leastRequired = 0.002;
export const mostRequired = 0.995;

/** Costs that there is room for at first: a few hundred kinds. It only saves copies. */
const roomAtFirst = 16_384;

export class Chances {
  /** By traits: what they cost, see `cost`; 0 where it was not asked for yet. */
  private costs = new Float64Array(0);

  private constructor(
    private readonly model: Model,
    /** One for each of the model's classings. */
    private readonly tallies: readonly Tally[],
  ) {}

  static none(model: Model): Chances {
    return new Chances(
      model,
      classingsOf(model).map(() => new Float64Array(0)),
    );
  }

  /** From what `saved` said. */
  static loaded(saved: readonly SparseNumbers[], model: Model): Chances {
    return new Chances(
      model,
      saved.map((numbers) => dense(numbers, Float64Array)),
    );
  }

  saved(): SparseNumbers[] {
    return this.tallies.map((tally) => sparse(tally));
  }

  /** The chance that units with these traits have to stay, `leastRequired`…`mostRequired`. */
  required(number: number): number {
    return 1 - Math.exp(-this.cost(number));
  }

  /** −ln of the chance that they go: costs of units add up where chances multiply. Asked for a thousand classes before a test. */
  cost(number: number): number {
    if (number >= this.costs.length) this.widen(number);
    const known = this.costs[number];
    return known > 0 ? known : (this.costs[number] = -Math.log(1 - this.estimate(number)));
  }

  /** What is known after units with these traits went, or had to stay. */
  taught(numbers: readonly number[], required: boolean): Chances {
    const all = numbers.map((number) => this.seen(number));
    const tallies = classingsOf(this.model).map((classOf, level) =>
      counted(this.tallies[level], all.map(classOf), required),
    );
    return new Chances(this.model, tallies);
  }

  private widen(number: number): void {
    const wider = new Float64Array(Math.max(number + 1, 2 * this.costs.length, roomAtFirst));
    wider.set(this.costs);
    this.costs = wider;
  }

  private estimate(number: number): number {
    const traits = this.seen(number);
    const classings = classingsOf(this.model);
    let chance = firstGuess;
    for (let level = 0; level < classings.length; level++) {
      const tally = this.tallies[level];
      const at = 2 * classings[level](traits);
      const weight = level === 0 ? firstWeight : backOff;
      if (at < tally.length) chance = (tally[at] + weight * chance) / (tally[at + 1] + weight);
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

/** The index of the class that units with these traits are in. */
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
