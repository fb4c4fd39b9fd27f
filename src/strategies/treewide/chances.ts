/**
 * What verdicts teach: for each class of units how many of them had to stay. A chance starts from the share of all units and is
 * bettered by ever finer classes, as far as they have been seen (back-off). Plain numbers, copied when something is learned.
 */

/** How a unit's first name occurs outside of it. */
export const references = ['none', 'after', 'before', 'nameless'] as const;

/** What is known of a unit from earlier texts. */
export const histories = ['fresh', 'holds a failed one', 'failed'] as const;

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

export interface Chances {
  readonly all: Tally;
  readonly rough: Tally;
  readonly byKind: Tally;
  readonly fine: Tally;
}

/** For each class, at 2i how many had to stay and at 2i + 1 how many were seen. */
type Tally = Float64Array;

export const noChances: Chances = {
  all: new Float64Array(2),
  rough: new Float64Array(0),
  byKind: new Float64Array(0),
  fine: new Float64Array(0),
};

const weightClasses = 8;

function classesOf({ kind, reference, history, weight }: Traits): readonly [number, number, number] {
  const weightClass = Math.min(weightClasses - 1, 31 - Math.clz32(Math.max(1, weight)));
  const rough = (reference * histories.length + history) * weightClasses + weightClass;
  const byKind = kind * references.length + reference;
  return [rough, byKind, byKind * histories.length + history];
}

/** How much a finer class must have been seen to weigh more than the rougher one. */
const backOff = 3;

/** The chance that a unit has to stay, 0.002…0.995. */
export function requiredChance({ all, rough, byKind, fine }: Chances, traits: Traits): number {
  let chance = (all[0] + 1) / (all[1] + 8);
  if (traits.history > 0) chance = Math.max(0.9, chance);
  const classes = classesOf(traits);
  chance = bettered(chance, rough, classes[0]);
  chance = bettered(chance, byKind, classes[1]);
  chance = bettered(chance, fine, classes[2]);
  return Math.min(0.995, Math.max(0.002, chance));
}

function bettered(chance: number, tally: Tally, index: number): number {
  const at = 2 * index;
  return at < tally.length ? (tally[at] + backOff * chance) / (tally[at + 1] + backOff) : chance;
}

/** What is known after these units went, or had to stay. */
export function taught(chances: Chances, units: readonly Traits[], required: boolean): Chances {
  const counted = units.map(classesOf);
  return {
    all: counting(
      chances.all,
      units.map(() => 0),
      required,
    ),
    rough: counting(
      chances.rough,
      counted.map((classes) => classes[0]),
      required,
    ),
    byKind: counting(
      chances.byKind,
      counted.map((classes) => classes[1]),
      required,
    ),
    fine: counting(
      chances.fine,
      counted.map((classes) => classes[2]),
      required,
    ),
  };
}

function counting(tally: Tally, classes: readonly number[], required: boolean): Tally {
  const most = classes.reduce((high, index) => Math.max(high, index), 0);
  const counted = new Float64Array(Math.max(tally.length, 2 * most + 2));
  counted.set(tally);
  for (const index of classes) {
    counted[2 * index] += Number(required);
    counted[2 * index + 1]++;
  }
  return counted;
}
