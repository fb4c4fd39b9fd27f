/** Every strategy. A new one is a file beside this one and a line here. */
import { chars } from './lists/chars';
import { coarse } from './lists/coarse';
import { hdd } from './lists/hdd';
import { hddr } from './lists/hddr';
import { hoist } from './moves/hoist';
import { lines } from './lists/lines';
import { literals } from './lists/literals';
import { perses } from './pipelines/perses';
import { pipeline } from './pipelines/pipeline';
import { smallest } from './moves/smallest';
import type { Strategy } from './strategy';
import { tokens } from './moves/tokens';
import { treewide } from './treewide/treewide';
import { words } from './lists/words';

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
