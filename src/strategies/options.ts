/** The options of the strategies, each said once, like those of the reducers. */
import type { OptionSpec } from '../reducers/options';

const traversals = ['breadth', 'depth'] as const;
const directions = ['forward', 'backward'] as const;
const switches = ['off', 'on'] as const;

type Switch = (typeof switches)[number];

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
}

export type StrategyOptionName = keyof StrategyOptions;

const move = (usual: Switch, description: string): OptionSpec<Switch> => ({ description, usual, choices: switches });

export const strategyOptionSpecs: { readonly [Name in StrategyOptionName]: OptionSpec<StrategyOptions[Name]> } = {
  traversal: {
    description: 'Whether lists are reduced level by level, or each with all that is under it first.',
    usual: 'breadth',
    choices: traversals,
  },
  direction: {
    description: 'Whether the first or the last element of a list comes first.',
    usual: 'forward',
    choices: directions,
  },
  hoists: move('on', 'Whether elements give way to one of their descendants.'),
  unwrap: move('on', 'Whether elements give way to their body: all that stands between head and tail.'),
  coupled: move(
    'on',
    'Whether elements go together with what they define, what only they use, or what stands in the same place after a name.',
  ),
  twins: move('on', 'Whether two elements of the same shape go together, wherever they stand.'),
  windows: move('off', 'Whether patterns of four neighbours are tried when nothing else goes. Many tests.'),
  replace: move('off', 'Whether elements become the smallest of their kind, or a minimal text. Puts text in.'),
  identifiers: move('off', 'Whether a definition may go when another name takes its place. Puts text in.'),
  shorten: move('off', 'Whether numbers become 0 or 1, and strings empty ones. Puts text in.'),
};
