/**
 * A model of which elements of a list are required: a two-state Markov chain. The chance that an element is required depends on
 * whether its left neighbour is. Both chances are unknown, Beta distributions, and learning is counting. What is long ago counts
 * less, so that the model follows a list that is dense here and sparse there. Plain data, never written to.
 */

/** How often an element went and how often it was required: the parameters of a Beta distribution, above 0. */
interface Counts {
  readonly gone: number;
  readonly required: number;
}

export interface Neighbours {
  readonly afterGone: Counts;
  readonly afterRequired: Counts;
  /** Is the last element that was decided required? */
  readonly last: boolean;
}

/** What p₀ says weighs as much as this many required elements. */
const priorRequired = 0.5;

/** At first one in three of those that follow a required element is taken to be required, but one verdict outweighs that. */
const priorNeighbours: Counts = { gone: 0.5, required: 0.25 };

/** What a count is still worth after the next required element: about the last ten of them matter. */
const memory = 0.9;

export function firstGuess(p0: number): Neighbours {
  const afterGone = { gone: (priorRequired * (1 - p0)) / p0, required: priorRequired };
  return { afterGone, afterRequired: priorNeighbours, last: false };
}

/** After the next `length` elements, one or more, went. */
export function afterGone({ afterGone, afterRequired, last }: Neighbours, length: number): Neighbours {
  const first = last ? 1 : 0;
  return {
    afterGone: { ...afterGone, gone: afterGone.gone + length - first },
    afterRequired: { ...afterRequired, gone: afterRequired.gone + first },
    last: false,
  };
}

/** After the next element turned out to be required. */
export function afterRequired(model: Neighbours): Neighbours {
  const after = model.last ? 'afterRequired' : 'afterGone';
  const { gone, required } = model[after];
  return { ...model, [after]: { gone: memory * gone, required: memory * required + 1 }, last: true };
}

export interface Block {
  readonly length: number;
  /** Probability that all of it may go. */
  readonly chance: number;
}

/**
 * Of the blocks of the next 1…`most` elements the one that goes with a chance nearest to one half, if all of the next `group`
 * elements cannot go.
 */
export function evenBlock(model: Neighbours, most: number, group?: number): Block {
  const never = group === undefined ? 0 : allGo(model, group);
  let best: Block = { length: 0, chance: 1 };
  for (let length = 1, go = 1; length <= most; length++) {
    go *= nextGoes(model, length);
    const chance = (go - never) / (1 - never);
    if (length > 1 && Math.abs(chance - 0.5) >= Math.abs(best.chance - 0.5)) break;
    best = { length, chance };
  }
  return best;
}

/** Probability that the next `length` elements may all go. */
function allGo(model: Neighbours, length: number): number {
  let go = 1;
  for (let at = 1; at <= length; at++) go *= nextGoes(model, at);
  return go;
}

/**
 * Probability that the next element number `at`, from 1, may go if those before it may: the mean of what it may be, which
 * grows with every element that goes. Hence long blocks while little is known.
 */
function nextGoes({ afterGone, afterRequired, last }: Neighbours, at: number): number {
  const { gone, required } = last && at === 1 ? afterRequired : afterGone;
  const before = last ? Math.max(0, at - 2) : at - 1;
  return (gone + before) / (gone + before + required);
}
