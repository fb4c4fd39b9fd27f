/**
 * What verdicts teach: for each class of units how many of them had to stay. A chance starts from the share of all units and is
 * bettered by ever finer classes, as far as they have been seen (back-off). Plain numbers, copied when something is learned.
 */
import type { Model } from './model';
import { ofAPart, references } from './names';
import { dense, sparse } from '../sparse';
import type { SparseNumbers } from '../sparse';

/** What is known of a unit from earlier tests. */
export const histories = ['fresh', 'around one that had to stay', 'had to stay before'] as const;

/** All that a chance depends on. */
export interface Traits {
  readonly kind: number;
  /** Index into `references`. */
  readonly reference: number;
  /** Index into `histories`. */
  readonly history: number;
  /** Class of its weight: the logarithm. */
  readonly size: number;
}

/** Units with the same traits have the same number, so that what is known of them is found at once. */
export function traitsNumber(kind: number, reference: number, history: number, weight: number): number {
  const size = Math.min(sizes - 1, 31 - Math.clz32(weight));
  return ((kind * references.length + reference) * histories.length + history) * sizes + size;
}

/** The number of the same traits with another history than that of the first. */
export function withHistory(fresh: number, history: number): number {
  return fresh + history * sizes;
}

const sizes = 8;

function traitsOf(number: number): Traits {
  const size = number % sizes;
  const rest = (number - size) / sizes;
  const history = rest % histories.length;
  const named = (rest - history) / histories.length;
  const reference = named % references.length;
  return { kind: (named - reference) / references.length, reference, history, size };
}

/** For each class, at 2i how many had to stay and at 2i + 1 how many were seen. */
type Tally = Float64Array;

/** How often a finer class must have been seen to weigh as much as the rougher ones. */
const backOff = 3;

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

  /** The chance that units with these traits have to stay, 0.002…0.995. */
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
    const wider = new Float64Array(Math.max(number + 1, 2 * this.costs.length, 16_384));
    wider.set(this.costs);
    this.costs = wider;
  }

  private estimate(number: number): number {
    const traits = this.seen(number);
    const classings = classingsOf(this.model);
    let chance = 1 / 8;
    for (let level = 0; level < classings.length; level++) {
      const tally = this.tallies[level];
      const at = 2 * classings[level](traits);
      // Of all units none is seen at first: the guess then counts as eight of them.
      const weight = level === 0 ? 8 : backOff;
      if (at < tally.length) chance = (tally[at] + weight * chance) / (tally[at + 1] + weight);
      if (level === 0 && traits.history > 0) chance = Math.max(0.9, chance);
    }
    return Math.min(0.995, Math.max(0.002, chance));
  }

  /** The traits as the model sees them. */
  private seen(number: number): Traits {
    const traits = traitsOf(number);
    return this.model.references ? traits : { ...traits, reference: 0 };
  }
}

/** The index of the class that units with these traits are in. */
type Classing = (traits: Traits) => number;

/** From rough to fine: all units, very long runs apart; by reference, history and size; by kind and reference; and by history too. */
const classings: readonly Classing[] = [
  ({ reference }) => Number(reference === ofAPart),
  ({ reference, history, size }) => (reference * histories.length + history) * sizes + size,
  ({ kind, reference }) => kind * references.length + reference,
  ({ kind, reference, history }) => (kind * references.length + reference) * histories.length + history,
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
