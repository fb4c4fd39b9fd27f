/** The searches whose growth is measured, by name. */
import { strategyNamed } from '../../../src/strategies/registry';
import type { Contender } from '../search/contenders';

const pairs = [
  ['hddr', 'cdd'],
  ['hddr', 'probdd'],
  ['hddr', 'ddmin'],
  ['default', 'cdd'],
] as const;

export const growthContenders: ReadonlyMap<string, Contender> = new Map(
  pairs.map(([strategy, reducer]) => {
    const name = strategy === 'default' ? strategy : `${strategy} + ${reducer}`;
    return [name, { name, strategy: strategyNamed(strategy)!, reducer }];
  }),
);
