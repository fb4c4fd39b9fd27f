/**
 * What the lists of a run say of those that come: the share of elements that had to stay. The p₀ `auto` of ProbDD and CDD.
 * Plain data, handed on from list to list, so that a search that is walked twice learns the same.
 */
import type { ChosenOptions, ReducerOptions } from './options';

export interface Experience {
  /** Elements of the lists before, and how many of them stayed; what is long ago counts less. */
  readonly elements: number;
  readonly stayed: number;
}

/** As if one element in ten of a short list had stayed: the usual p₀ where nothing is known. */
export const noExperience: Experience = { elements: 10, stayed: 1 };

/** Elements after which a list counts half. */
const memory = 100;

export function learned({ elements, stayed }: Experience, listSize: number, keptSize: number): Experience {
  const remains = memory / (memory + listSize);
  return { elements: elements * remains + listSize, stayed: stayed * remains + keptSize };
}

/** The options for the next list: p₀ never so small or so large that single tests teach nothing. */
export function optionsFor(chosen: ChosenOptions, { elements, stayed }: Experience): ReducerOptions {
  const p0 = chosen.p0 === 'auto' ? Math.min(0.9, Math.max(0.01, stayed / elements)) : chosen.p0;
  return { ...chosen, p0 };
}
