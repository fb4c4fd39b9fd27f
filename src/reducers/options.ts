/**
 * The options of the reducers, each said once: command line, settings and task type take names, values and descriptions from
 * here. A reducer names those that it knows.
 */

/** In which order ddmin looks at a granularity: subsets are parts alone, complements the list without a part. */
export const orders = ['complements-only', 'complements-first', 'subsets-first'] as const;

export type Order = (typeof orders)[number];

export interface ReducerOptions {
  /** First guess of the probability that an element must stay. */
  readonly p0: number;
  /** Seed of whatever is drawn. */
  readonly seed: number;
  readonly order: Order;
}

export type OptionName = keyof ReducerOptions;

export interface OptionSpec<T> {
  readonly description: string;
  readonly usual: T;
  /** The values that may be chosen, if they are words. */
  readonly choices?: readonly T[];
  /** Bounds, both excluded, if it is a number. */
  readonly above?: number;
  readonly below?: number;
  readonly whole?: boolean;
}

export const optionSpecs: { readonly [Name in OptionName]: OptionSpec<ReducerOptions[Name]> } = {
  p0: {
    description: 'First guess of the probability that an element must stay.',
    usual: 0.1,
    above: 0,
    below: 1,
  },
  seed: {
    description: 'Seed of whatever is drawn: the same seed, the same tests.',
    usual: 1,
    above: -1,
    below: 2 ** 31,
    whole: true,
  },
  order: {
    description: 'Whether parts alone (subsets) are tested, and before or after the list without a part (complements).',
    usual: 'complements-only',
    choices: orders,
  },
};

export const defaultOptions: ReducerOptions = {
  p0: optionSpecs.p0.usual,
  seed: optionSpecs.seed.usual,
  order: optionSpecs.order.usual,
};

/** Why this cannot be the value of that option, in one sentence; undefined if it can. */
export function optionProblem(name: OptionName, value: unknown): string | undefined {
  const spec: OptionSpec<unknown> = optionSpecs[name];
  const { choices, above = -Infinity, below = Infinity, whole } = spec;
  if (choices) return choices.includes(value) ? undefined : `${name} must be one of ${choices.join(', ')}.`;
  const fits = typeof value === 'number' && value > above && value < below && !(whole && !Number.isInteger(value));
  return fits ? undefined : `${name} must be a ${whole ? 'whole ' : ''}number above ${above} and below ${below}.`;
}

export const optionNames = Object.keys(optionSpecs) as OptionName[];
