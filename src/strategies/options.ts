/** The options of the strategies, each said once, like those of the reducers. */
import type { OptionSpec } from '../reducers/options';

const traversals = ['breadth', 'depth'] as const;
const directions = ['forward', 'backward'] as const;
export const switches = ['off', 'on'] as const;

/** How far down a search goes. */
const ends = ['tokens', 'statements'] as const;

export type Switch = (typeof switches)[number];

export interface StrategyOptions {
  readonly traversal: (typeof traversals)[number];
  readonly direction: (typeof directions)[number];
  /** Moves beyond the deletion of elements that belong together. */
  readonly hoists: Switch;
  readonly unwrap: Switch;
  readonly coupled: Switch;
  readonly twins: Switch;
  readonly windows: Switch;
  readonly replace: Switch;
  readonly identifiers: Switch;
  readonly shorten: Switch;
  /** `statements`: only statements, arguments and entries of literals go, so that the text stays as a person wrote it. */
  readonly until: (typeof ends)[number];
}

export type StrategyOptionName = keyof StrategyOptions;

const move = (usual: Switch, description: string): OptionSpec<Switch> => ({ description, usual, choices: switches });

export const strategyOptionSpecs: { readonly [Name in StrategyOptionName]: OptionSpec<StrategyOptions[Name]> } = {
  traversal: {
    description: 'Reduce lists level by level, or each with everything below it first.',
    usual: 'breadth',
    choices: traversals,
  },
  direction: {
    description: 'Begin each list with its first or with its last element.',
    usual: 'forward',
    choices: directions,
  },
  hoists: move('on', 'Replace elements by one of their descendants.'),
  unwrap: move('on', 'Replace elements by their body.'),
  coupled: move(
    'on',
    'Delete elements together with related ones: a definition with its uses, a parameter with its arguments.',
  ),
  twins: move('on', 'Delete two elements of the same shape together.'),
  windows: move('off', 'Try patterns of four neighbours when nothing else can go; takes many tests.'),
  replace: move('off', 'Replace elements by the smallest of their kind, or by a minimal text; adds text.'),
  identifiers: move('off', 'Delete a definition and use another name in its place; adds text.'),
  shorten: move('off', 'Replace numbers by 0 or 1, and strings by empty ones; adds text.'),
  until: {
    description: 'How far to go: to single tokens, or only to statements, arguments and entries of literals.',
    usual: 'tokens',
    choices: ends,
  },
};
