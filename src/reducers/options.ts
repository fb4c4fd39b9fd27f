/**
 * The options of the reducers, each defined once: command line, settings and task type take names, values and descriptions from here
 * (src/reduction/searches/options.ts). A reducer names the options that it uses.
 */

/** Order of ddmin's candidates at one granularity: a subset is one part alone, a complement is the list without one part. */
export const orders = ['complements-only', 'complements-first', 'subsets-first'] as const;

/** How ProbDD chooses among elements that are equally likely to be required. */
const ties = ['random', 'no-random'] as const;

const sweeps = ['off', 'on'] as const;

export type Order = (typeof orders)[number];
type Ties = (typeof ties)[number];
export type Sweep = (typeof sweeps)[number];

/** Options as users choose them. */
export interface ChosenOptions {
  /** First guess of the probability that an element must stay; `auto`: the share that stayed in the lists before. */
  readonly p0: number | 'auto';
  /** Seed of all random numbers. */
  readonly seed: number;
  readonly ties: Ties;
  readonly order: Order;
  /** Number of parts at first, and number of parts into which a part is cut. */
  readonly granularity: number;
  readonly sweep: Sweep;
}

/** Options of a reducer for one list. */
export interface ReducerOptions extends ChosenOptions {
  readonly p0: number;
}

export type OptionName = keyof ChosenOptions;

export interface OptionSpec<T> {
  readonly description: string;
  readonly usual: T;
  /** Allowed words: instead of a number if there are bounds. */
  readonly choices?: readonly T[];
  /** Bounds of a number, both excluded. */
  readonly above?: number;
  readonly below?: number;
  readonly whole?: boolean;
}

export const optionSpecs: { readonly [Name in OptionName]: OptionSpec<ChosenOptions[Name]> } = {
  p0: {
    description: 'First guess of the probability that an element must stay; auto learns it from earlier lists.',
    usual: 0.1,
    choices: ['auto'],
    above: 0,
    below: 1,
  },
  seed: {
    description: 'Seed of random choices: the same seed gives the same tests.',
    usual: 1,
    above: -1,
    below: 2 ** 31,
    whole: true,
  },
  ties: {
    description: 'Order of equally likely elements: at random, or as in the list.',
    usual: 'random',
    choices: ties,
  },
  order: {
    description:
      'Test complements (the list without one part) only, or also subsets (one part alone), after or before them.',
    usual: 'complements-only',
    choices: orders,
  },
  granularity: {
    description: 'Cut a list, and later each part, into this many parts.',
    usual: 2,
    above: 1,
    below: 2 ** 31,
    whole: true,
  },
  sweep: {
    description: 'Try each element of the result alone at the end: the result is then 1-minimal.',
    usual: 'off',
    choices: sweeps,
  },
};

export const defaultOptions = Object.fromEntries(
  Object.entries(optionSpecs).map(([name, { usual }]) => [name, usual]),
) as unknown as ReducerOptions;

/**
 * The share of elements that had to stay in the lists of a run so far: the p₀ `auto` of ProbDD and CDD. Plain data, passed from list
 * to list, so that a search that is walked twice learns the same.
 */
export interface Experience {
  /** Number of elements in the lists before, and of those that stayed; older lists count less. */
  readonly elements: number;
  readonly stayed: number;
}

/** As if one element in ten of a short list had stayed: the usual p₀ while nothing is known. */
export const noExperience: Experience = { elements: 10, stayed: 1 };

/** Number of elements after which a list counts half. */
const memory = 100;

export function learn({ elements, stayed }: Experience, listSize: number, keptSize: number): Experience {
  const remains = memory / (memory + listSize);
  return { elements: elements * remains + listSize, stayed: stayed * remains + keptSize };
}

/** The options for the next list. p₀ stays between bounds so that single tests can teach something. */
export function optionsFor(chosen: ChosenOptions, { elements, stayed }: Experience): ReducerOptions {
  const p0 = chosen.p0 === 'auto' ? Math.min(0.9, Math.max(0.01, stayed / elements)) : chosen.p0;
  return { ...chosen, p0 };
}
