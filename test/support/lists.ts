/** List searches walked with plain functions, and counted as in the papers. */
import { defaultOptions, optionSpecs, type ReducerOptions } from '../../src/reducers/options';
import { reducers } from '../../src/reducers/registry';
import type { Kept, ListReducer } from '../../src/reducers/list';
import type { Search } from '../../src/search/search';
import { walk } from './walk';

export interface Counted {
  readonly kept: number[];
  /** Number of different lists tested. */
  readonly tests: number;
  /** Number of repeated lists. */
  readonly hits: number;
  /** Every requested list, in order. */
  readonly asked: number[][];
}

/** Walks to the end; repeated lists are answered from memory. */
export function countWalk(search: Search<Kept, Kept>, property: (kept: ReadonlySet<number>) => boolean): Counted {
  const verdicts = new Map<string, boolean>();
  const asked: number[][] = [];
  let hits = 0;
  const kept = walk(search, (candidate) => {
    asked.push([...candidate]);
    const key = candidate.join();
    if (verdicts.has(key)) hits++;
    else verdicts.set(key, property(new Set(candidate)));
    return verdicts.get(key)! || 'fails';
  });
  return { kept: [...kept], tests: verdicts.size, hits, asked };
}

export function reduceList(
  reducer: ListReducer,
  size: number,
  property: (kept: ReadonlySet<number>) => boolean,
  options: ReducerOptions = defaultOptions,
): Counted {
  return countWalk(reducer.search({ size, weight: () => 1 }, options), property);
}

export interface Variant {
  readonly name: string;
  readonly reducer: ListReducer;
  readonly options: ReducerOptions;
}

/** Every registered reducer with every choice of its options; p₀ and seed are drawn by the tests. */
export const variants: readonly Variant[] = reducers.flatMap((reducer) => {
  let some: Variant[] = [{ name: reducer.name, reducer, options: defaultOptions }];
  for (const option of reducer.options) {
    const choices =
      { ...optionSpecs, granularity: { choices: [2, 3, 7, 100] }, p0: { choices: [] } }[option].choices ?? [];
    if (choices.length === 0) continue;
    some = some.flatMap(({ name, options }) =>
      choices.map((choice) => ({
        name: `${name} ${option} ${choice}`,
        reducer,
        options: { ...options, [option]: choice },
      })),
    );
  }
  return some;
});

/** The mock inputs A-D of Hodován & Kiss 2016; elements from 0. */
export const mocks = {
  A: { size: 8, property: (c: ReadonlySet<number>) => c.has(4) && c.has(7) && (c.has(1) || !c.has(6)) },
  B: { size: 8, property: (c: ReadonlySet<number>) => c.size === 8 },
  C: { size: 8, property: (c: ReadonlySet<number>) => [0, 1, 2, 3, 5, 7].every((element) => c.has(element)) },
  D: { size: 100, property: (c: ReadonlySet<number>) => evens.every((element) => c.has(element)) },
};

export const evens = Array.from({ length: 50 }, (_, index) => 2 * index);

/** An arbitrary property, the same for the same list. */
export function arbitrary(kept: ReadonlySet<number>, salt: number): boolean {
  let hash = salt;
  for (const element of kept) hash = Math.imul(hash ^ (element + 1), 0x9e3779b1) ^ (hash >>> 15);
  return (hash & 3) === 0;
}
