/** What is compared, each with the same parse filter. */
import type { ListReducer } from '../../../src/reducers/list';
import type { ChosenOptions } from '../../../src/reduction/searches/searchValue';
import { strategyNamed } from '../../../src/strategies/registry';
import type { Strategy } from '../../../src/strategies/strategy';
import { treewide as treewideSearch } from '../../../src/strategies/treewide/treewide';
import type { ElementTree } from '../../../src/syntax/elementTree';
import { plainHdd, plainHddr } from './baselines';

export interface Contender {
  readonly name: string;
  readonly strategy: Strategy;
  /** The name of one that is shipped, or the search of one that is not. */
  readonly reducer: string | ListReducer['search'];
  readonly options?: Partial<ChosenOptions>;
  /** Very long lists are given to the reducer as they are. */
  readonly wholeLists?: boolean;
}

/** As the papers have them. */
export const baselines = {
  hddr: { name: 'plain HDDr + CDD', strategy: plainHddr, reducer: 'cdd' },
  hdd: {
    name: 'plain HDD + ddmin',
    strategy: plainHdd,
    reducer: 'ddmin',
    options: { order: 'complements-only' },
  },
} satisfies { [Name: string]: Contender };

/** No element has a token beside it. */
function withoutMargins(tree: ElementTree): ElementTree {
  const none = new Int32Array(tree.count).fill(-1);
  return { ...tree, before: none, after: none };
}

/** Nothing but deletions of what stands together, as the baselines do. */
export const sameMoves: Contender = {
  ...ofName('treewide'),
  name: 'treewide, same moves',
  strategy: {
    ...treewideSearch,
    search: (text, context) =>
      treewideSearch.search(text, { ...context, parse: (code) => withoutMargins(context.parse(code)) }),
  },
  options: { hoists: 'off', coupled: 'off' },
};

export const treewide = ofName('treewide');

export const usual = ofName('default');

const perses = ofName('perses');

export const ours: readonly Contender[] = [sameMoves, treewide, usual];

/** In the order of columns and of legends. */
export const contenders: readonly Contender[] = [
  baselines.hddr,
  baselines.hdd,
  ...ours,
  ofName('hddr'),
  perses,
  ofName('coarse'),
];

function ofName(name: string): Contender {
  return { name, strategy: strategyNamed(name)!, reducer: 'cdd' };
}
