/**
 * A model of the required elements of a list: a two-state Markov chain. The probability that an element is required depends on its
 * left neighbour: required or not. Both probabilities are unknown, with Beta distributions; learning is counting. Older verdicts count
 * less, so that the model follows a list that is dense in one place and sparse in another. Plain data, immutable.
 */

/** How many elements went and how many were required: the parameters of a Beta distribution, above 0. */
interface Counts {
  readonly gone: number;
  readonly required: number;
}

export interface Neighbours {
  readonly afterGone: Counts;
  readonly afterRequired: Counts;
  /** Is the last decided element required? */
  readonly last: boolean;
}

/** p₀ weighs as much as this many required elements. */
const priorRequired = 0.5;

/** First guess: one in three elements after a required one is required too. One verdict outweighs this guess. */
const priorNeighbours: Counts = { gone: 0.5, required: 0.25 };

/** Factor of a count after each further required element: about the last ten of them matter. */
const memory = 0.9;

export function firstGuess(p0: number): Neighbours {
  const afterGone = { gone: (priorRequired * (1 - p0)) / p0, required: priorRequired };
  return { afterGone, afterRequired: priorNeighbours, last: false };
}

/** The model after the next `length` elements, at least one, went. */
export function afterGone({ afterGone, afterRequired, last }: Neighbours, length: number): Neighbours {
  const first = last ? 1 : 0;
  return {
    afterGone: { ...afterGone, gone: afterGone.gone + length - first },
    afterRequired: { ...afterRequired, gone: afterRequired.gone + first },
    last: false,
  };
}

/** The model after the next element turned out to be required. */
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
 * Among the blocks of the next 1…`most` elements, the one that can go with a probability nearest to one half, if the next `group`
 * elements cannot all go.
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
 * Probability that the next element number `at`, from 1, may go if those before it may: the mean of its distribution. It grows with
 * every element that goes. Hence blocks are long while little is known.
 */
function nextGoes({ afterGone, afterRequired, last }: Neighbours, at: number): number {
  const { gone, required } = last && at === 1 ? afterRequired : afterGone;
  const before = last ? Math.max(0, at - 2) : at - 1;
  return (gone + before) / (gone + before + required);
}
