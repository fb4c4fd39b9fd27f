/**
 * The share of elements that had to stay in the lists of a run so far: the p₀ `auto` of ProbDD and CDD. Plain data, passed from list
 * to list, so that a search that is walked twice learns the same.
 */
import type { ChosenOptions, ReducerOptions } from './options';

export interface Experience {
  /** Number of elements in the lists before, and of those that stayed; older lists count less. */
  readonly elements: number;
  readonly stayed: number;
}

/** As if one element in ten of a short list had stayed: the usual p₀ while nothing is known. */
export const noExperience: Experience = { elements: 10, stayed: 1 };

/** Number of elements after which a list counts half. */
const memory = 100;

export function learned({ elements, stayed }: Experience, listSize: number, keptSize: number): Experience {
  const remains = memory / (memory + listSize);
  return { elements: elements * remains + listSize, stayed: stayed * remains + keptSize };
}

/** The options for the next list. p₀ stays between bounds so that single tests can teach something. */
export function optionsFor(chosen: ChosenOptions, { elements, stayed }: Experience): ReducerOptions {
  const p0 = chosen.p0 === 'auto' ? Math.min(0.9, Math.max(0.01, stayed / elements)) : chosen.p0;
  return { ...chosen, p0 };
}
