/** Units that are tested together: the chance that all of them may go, and how many are tested next if they may not. */

/** A unit of a batch, with what was known of it when it was chosen. */
export interface Member {
  readonly unit: number;
  /** Its number, see `traitsNumber`. */
  readonly traits: number;
  /** Chance that it has to stay. */
  readonly required: number;
}

/** The chance that all of them may go. */
export function jointChance(batch: readonly Member[]): number {
  return batch.reduce((chance, { required }) => chance * (1 - required), 1);
}

/** As many of the first as may go as well as not, if all together may not. */
export function firstPart(batch: readonly Member[]): number {
  const wanted = (1 + jointChance(batch)) / 2;
  let chance = 1;
  for (let size = 1; size < batch.length; size++) {
    chance *= 1 - batch[size - 1].required;
    if (chance * (1 - batch[size].required) < wanted) return size;
  }
  return batch.length - 1;
}
