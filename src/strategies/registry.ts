/** Every strategy. A new one is a file beside this one and a line here. */
import { chars } from './chars';
import { hdd } from './hdd';
import { hddr } from './hddr';
import { lines } from './lines';
import type { Strategy } from './strategy';
import { words } from './words';

export const strategies: readonly Strategy[] = [hddr, hdd, lines, words, chars];

export const defaultStrategy = hddr;

export function strategyNamed(name: string): Strategy | undefined {
  return strategies.find((strategy) => strategy.name === name);
}
