/** Every strategy. A new one is a file beside this one and a line here. */
import { chars } from './chars';
import { coarse } from './coarse';
import { hdd } from './hdd';
import { hddr } from './hddr';
import { hoist } from './hoist';
import { lines } from './lines';
import { literals } from './literals';
import { perses } from './perses';
import { pipeline } from './pipeline';
import { smallest } from './smallest';
import type { Strategy } from './strategy';
import { tokens } from './tokens';
import { treewide } from './treewide/treewide';
import { words } from './words';

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
