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
  /** Tokens. */
  readonly weight: number;
}

/** For each class, at 2i how many had to stay and at 2i + 1 how many were seen. */
type Tally = Float64Array;

export class Chances {
  private readonly known = new Map<number, number>();

  private constructor(
    private readonly model: Model,
    /** From rough to fine: all, by weight, by kind, by kind and history. */
    private readonly tallies: readonly Tally[],
  ) {}

  static none(model: Model): Chances {
    return new Chances(model, [new Float64Array(2), ...classesOf(noTraits, model).map(() => new Float64Array(0))]);
  }

  /** The chance that a unit has to stay, 0.002…0.995. */
  required(kind: number, reference: number, history: number, weight: number): number {
    const key = weightClass(weight) + weightClasses * (history + histories.length * reached(kind, reference));
    let chance = this.known.get(key);
    if (chance === undefined) {
      this.known.set(key, (chance = this.estimate({ kind, reference, history, weight })));
    }
    return chance;
  }

  /** What is known after units like these went, or had to stay. */
  taught(units: readonly Traits[], required: boolean): Chances {
    const tallies = this.tallies.map((tally, level) =>
      counted(
        tally,
        units.map((traits) => (level === 0 ? 0 : classesOf(traits, this.model)[level - 1])),
        required,
      ),
    );
    return new Chances(this.model, tallies);
  }

  private estimate(traits: Traits): number {
    const [all, ...finer] = this.tallies;
    let chance = (all[0] + 1) / (all[1] + 8);
    if (traits.history > 0) chance = Math.max(0.9, chance);
    classesOf(traits, this.model).forEach((index, level) => {
      const [required, seen] = [finer[level][2 * index] ?? 0, finer[level][2 * index + 1] ?? 0];
      chance = (required + backOff * chance) / (seen + backOff);
    });
    return Math.min(0.995, Math.max(0.002, chance));
  }
}

/** How often a finer class must have been seen to weigh as much as the rougher ones. */
const backOff = 3;

const weightClasses = 8;

const noTraits: Traits = { kind: 0, reference: 0, history: 0, weight: 1 };

function weightClass(weight: number): number {
  return Math.min(weightClasses - 1, 31 - Math.clz32(Math.max(1, weight)));
}

function reached(kind: number, reference: number): number {
  return kind * references.length + reference;
}

function classesOf(traits: Traits, model: Model): readonly number[] {
  const reference = model.references ? traits.reference : 0;
  const rough = (reference * histories.length + traits.history) * weightClasses + weightClass(traits.weight);
  if (!model.kinds) return [rough];
  const byKind = reached(traits.kind, reference);
  return [rough, byKind, byKind * histories.length + traits.history];
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
