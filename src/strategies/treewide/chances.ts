/**
 * What verdicts teach: for each class of units how many of them had to stay. A chance starts from the share of all units and is
 * bettered by ever finer classes, as far as they have been seen (back-off). Plain numbers, copied when something is learned.
 */
import type { Model } from './model';
import { references } from './names';

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
    /** From rough to fine. */
    private readonly tallies: readonly Tally[],
  ) {}

  static none(model: Model): Chances {
    return new Chances(
      model,
      classesOf(traitsOf(0), model).map(() => new Float64Array(0)),
    );
  }

  /** The chance that units with these traits have to stay, 0.002…0.995. */
  required(number: number): number {
    return 1 - Math.exp(-this.cost(number));
  }

  /** −ln of the chance that they go: costs of units add up where chances multiply. Asked for 10⁵ units before a batch. */
  cost(number: number): number {
    if (number >= this.costs.length) this.widen(number);
    const known = this.costs[number];
    return known > 0 ? known : (this.costs[number] = -Math.log(1 - this.estimate(traitsOf(number))));
  }

  /** What is known after units with these traits went, or had to stay. */
  taught(numbers: readonly number[], required: boolean): Chances {
    const classes = numbers.map((number) => classesOf(traitsOf(number), this.model));
    const tallies = this.tallies.map((tally, level) =>
      counted(
        tally,
        classes.map((indices) => indices[level]),
        required,
      ),
    );
    return new Chances(this.model, tallies);
  }

  private widen(number: number): void {
    const wider = new Float64Array(Math.max(number + 1, 2 * this.costs.length, 16_384));
    wider.set(this.costs);
    this.costs = wider;
  }

  private estimate(traits: Traits): number {
    let chance = 1 / 8;
    classesOf(traits, this.model).forEach((index, level) => {
      const tally = this.tallies[level];
      const [required, seen] = 2 * index < tally.length ? [tally[2 * index], tally[2 * index + 1]] : [0, 0];
      // Of all units none is seen at first: the guess then counts as eight of them.
      const weight = level === 0 ? 8 : backOff;
      chance = (required + weight * chance) / (seen + weight);
      if (level === 0 && traits.history > 0) chance = Math.max(0.9, chance);
    });
    return Math.min(0.995, Math.max(0.002, chance));
  }
}

/** Its class among all units, by reference, history and size, by kind, and by kind and history. */
function classesOf({ kind, reference, history, size }: Traits, { kinds, references: byUse }: Model): readonly number[] {
  const use = byUse ? reference : 0;
  const rough = (use * histories.length + history) * sizes + size;
  const named = kind * references.length + use;
  return kinds ? [0, rough, named, named * histories.length + history] : [0, rough];
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
