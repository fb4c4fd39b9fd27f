/** The options of the strategies, each defined once, like those of the reducers. */
import type { OptionSpec } from '../reducers/options';

const traversals = ['breadth', 'depth'] as const;
const directions = ['forward', 'backward'] as const;
export const switches = ['off', 'on'] as const;

/** The smallest elements that a search deletes. */
const ends = ['tokens', 'statements', 'calls'] as const;

/** How long a search goes on. */
export const efforts = ['quick', 'normal', 'thorough'] as const;

export type Switch = (typeof switches)[number];

export interface StrategyOptions {
  readonly traversal: (typeof traversals)[number];
  readonly direction: (typeof directions)[number];
  readonly needs: Switch;
  /** Moves beyond the deletion of elements that belong together. */
  readonly hoists: Switch;
  readonly unwrap: Switch;
  readonly coupled: Switch;
  readonly twins: Switch;
  readonly simplify: Switch;
  readonly effort: (typeof efforts)[number];
  /** `statements`: only statements, arguments and entries of literals go, so that the text stays as a person wrote it; `calls`: what a call is given stays whole. */
  readonly until: (typeof ends)[number];
}

export type StrategyOptionName = keyof StrategyOptions;

const move = (usual: Switch, description: string): OptionSpec<Switch> => ({ description, usual, choices: switches });

export const strategyOptionSpecs: { readonly [Name in StrategyOptionName]: OptionSpec<StrategyOptions[Name]> } = {
  traversal: {
    description: 'Reduce lists level by level (breadth), or each list and everything below it in turn (depth).',
    usual: 'breadth',
    choices: traversals,
  },
  direction: {
    description: 'Start each list at its first or at its last element.',
    usual: 'forward',
    choices: directions,
  },
  needs: move(
    'off',
    'Do not test candidates that use what they no longer declare (CHISEL); for bugs of parsers this takes more tests.',
  ),
  hoists: move('on', 'Replace elements by one of their descendants.'),
  unwrap: move('on', 'Replace elements by their body.'),
  coupled: move('on', 'Mend what a deletion breaks: an import goes with its last use, an argument with its parameter.'),
  twins: move('on', 'Delete two elements of the same shape together.'),
  simplify: move(
    'on',
    'Put plainer text in the place of what is left: values for names, short names, 0 and "", minimal elements; else text is only deleted.',
  ),
  effort: {
    description:
      'End when a token takes more than 20 tests (quick), when nothing can go alone (normal), or try more moves, in many tests (thorough).',
    usual: 'normal',
    choices: efforts,
  },
  until: {
    description:
      'Delete down to single tokens, only statements, arguments and entries of literals, or (calls) no arguments and fields.',
    usual: 'tokens',
    choices: ends,
  },
};
