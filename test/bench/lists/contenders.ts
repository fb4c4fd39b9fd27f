/** The reducers that are measured, ddmin in each of its orders. */
import { wholeList, type ElementList, type Kept } from '../../../src/reducers/list';
import { defaultOptions, orders, type ReducerOptions } from '../../../src/reducers/options';
import { reducerNamed } from '../../../src/reducers/registry';
import type { Search } from '../../../src/search/search';
import { textbookDdmin } from '../../support/weighted';

export interface Contender {
  readonly name: string;
  /** `options` are those of its family; its own are set. */
  search(list: ElementList, options?: ReducerOptions): Search<Kept, Kept>;
}

/** In each order, if it has orders. */
export function contenders(names: readonly string[]): Contender[] {
  return names.flatMap((name) => {
    const reducer = reducerNamed(name)!;
    if (!reducer.options.includes('order')) return [variant(name, {})];
    return orders.map((order) => variant(name, { order }));
  });
}

function variant(reducer: string, own: Partial<ReducerOptions>): Contender {
  return {
    name: [reducer, ...Object.values(own)].join(' '),
    search: (list, options = defaultOptions) => reducerNamed(reducer)!.search(list, { ...options, ...own }),
  };
}

/** What Zhou et al. 2025 compare with: its scan starts over after every success, where ours goes on. */
export const textbook: Contender = { name: 'ddmin textbook', search: (list) => textbookDdmin(wholeList(list)) };

/** Those of O(n) tests. */
export const linear = ['cdd', 'groups', 'probdd', 'wprobdd', 'opdd'];
