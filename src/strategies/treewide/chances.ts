/**
 * Learns from verdicts how many units of each class had to stay. A chance starts from the share of all units; finer classes correct it
 * as far as they have been seen (back-off). Plain numbers, copied when something is learned.
 */

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

/** Classes of weights: 1, 2–3, 4–7, … tokens; from 128 on all are one. Not tuned. */
const sizes = 8;

const perReference = histories * sizes;
const perKind = references * perReference;

/** The traits of a unit that its chance depends on, as one number: equal traits have the same. */
export function traitsNumber(kind: number, reference: number, history: number, weight: number): number {
  const size = Math.min(sizes - 1, 31 - Math.clz32(weight));
  return kind * perKind + reference * perReference + history * sizes + size;
}

/** The number of the same traits with another history; `fresh`: their number without one. */
export function withHistory(fresh: number, history: number): number {
  return fresh + history * sizes;
}

/**
 * For class i: at 2i the units that had to stay, at 2i + 1 the units seen; in parts, so that a copy shares what is as before. There are
 * thousands of classes, and a state for each test that may follow.
 */
type Tally = readonly (Float64Array | undefined)[];

/** Classes of a part. */
const part = 32;

/**
 * First chance that a unit has to stay; it weighs as much as `firstWeight` units seen. 1/16 and
 * 1/32 differ by at most 8 % of the tests, or are worse, on ten subjects.
 */
export const firstGuess = 1 / 8;
const firstWeight = 8;

/** A finer class that was seen this often weighs as much as the rougher ones. 1.5 and 6 do as well. */
const backOff = 3;

/** Least chance to have to stay after a failure, until its own class was seen. Set by hand, not tuned. */
export const leastAfterFailure = 0.9;

/** No chance is a certainty, so that costs are finite and above 0. Set by hand, not tuned. */
export const leastRequired = 0.002;
export const mostRequired = 0.995;

/** From rough to fine: all units, very long runs apart; by reference, history and size; by kind and reference; and by history too. */
const classings: readonly ((traits: number) => number)[] = [
  (traits) => Number(Math.floor((traits % perKind) / perReference) === ofAPart),
  (traits) => traits % perKind,
  (traits) => Math.floor(traits / perReference),
  (traits) => Math.floor(traits / sizes),
];

export class Chances {
  static readonly none = new Chances(classings.map(() => []));

  /** Costs that were computed, by the numbers of traits. */
  private readonly costs = new Map<number, number>();

  private constructor(
    /** One for each of the classings. */
    private readonly tallies: readonly Tally[],
  ) {}

  /** Chance that units with these traits have to stay, `leastRequired`…`mostRequired`. */
  required(number: number): number {
    return 1 - Math.exp(-this.cost(number));
  }

  /** −ln of the chance that they go: chances multiply, so costs add up. Called for a thousand classes before a test. */
  cost(number: number): number {
    let cost = this.costs.get(number);
    if (cost === undefined) this.costs.set(number, (cost = -Math.log(1 - this.estimate(number))));
    return cost;
  }

  /** After units with these traits went, or had to stay. */
  taught(numbers: readonly number[], required: boolean): Chances {
    return new Chances(this.tallies.map((tally, level) => count(tally, numbers.map(classings[level]), required)));
  }

  private estimate(traits: number): number {
    const isFresh = traits % perReference < sizes;
    let chance = firstGuess;
    this.tallies.forEach((tally, level) => {
      const index = classings[level](traits);
      const own = tally[Math.floor(index / part)];
      const at = 2 * (index % part);
      const weight = level === 0 ? firstWeight : backOff;
      // A class that was not seen changes nothing, not even by rounding: its index depends on the tests ahead.
      if (own && own[at + 1] > 0) chance = (own[at] + weight * chance) / (own[at + 1] + weight);
      if (level === 0 && !isFresh) chance = Math.max(leastAfterFailure, chance);
    });
    return Math.min(mostRequired, Math.max(leastRequired, chance));
  }
}

function count(tally: Tally, classes: readonly number[], required: boolean): Tally {
  const after = [...tally];
  for (const index of classes) {
    const at = Math.floor(index / part);
    const own = after[at]?.slice() ?? new Float64Array(2 * part);
    own[2 * (index % part)] += Number(required);
    own[2 * (index % part) + 1]++;
    after[at] = own;
  }
  return after;
}

/** A unit of a batch, with its traits and chance when it was chosen. */
export interface Member {
  readonly unit: number;
  /** Their number, see `traitsNumber`. */
  readonly traits: number;
  /** Chance that it has to stay. */
  readonly required: number;
}

export function jointChance(batch: readonly Member[]): number {
  return batch.reduce((chance, { required }) => chance * (1 - required), 1);
}

/** If not all of them can go together: how many of the first go with an even chance. */
export function firstPart(batch: readonly Member[]): number {
  const wanted = (1 + jointChance(batch)) / 2;
  let chance = 1;
  for (let size = 1; size < batch.length; size++) {
    chance *= 1 - batch[size - 1].required;
    if (chance * (1 - batch[size].required) < wanted) return size;
  }
  return batch.length - 1;
}
