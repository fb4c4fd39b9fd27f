/** All strategies. To add one, add a file and a line here; then run `npm run manifest`. */
import { chars, lines, literals, words } from './lists/flat';
import { hdd, hddr, coarse, perses } from './lists/hdd';
import { hoist } from './moves/hoists';
import { pipeline } from './pipelines/pipeline';
import { smallest } from './moves/replacements';
import type { Strategy } from './strategy';
import { tokens } from './moves/tokens';
import { treewide } from './treewide/treewide';

export const strategies: readonly Strategy[] = [
  pipeline,
  treewide,
  hddr,
  hdd,
  coarse,
  perses,
  hoist,
  smallest,
  tokens,
  literals,
  lines,
  words,
  chars,
];

export const defaultStrategy = pipeline;

export function strategyNamed(name: string): Strategy | undefined {
  return strategies.find((strategy) => strategy.name === name);
}
