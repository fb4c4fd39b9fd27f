/** Tables of a comparison besides the main one: tests by kind, and the findings of sweeps. */
import { grouped } from '../events/progress';
import type { Row } from './comparison';
import { queryKinds, type Queries, type Tests } from './queries';

/** The first column has words, the others numbers. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Counts of a search. */
export type Counted = Pick<Row, 'name' | 'queries' | 'swept'>;

/** One row per search, with the sums over all its rows: on several inputs, or in several rounds. */
export function pooled(rows: readonly Counted[]): Counted[] {
  const names = [...new Set(rows.map(({ name }) => name))];
  return names.map((name) => {
    const own = rows.filter((row) => row.name === name);
    const swept = own.flatMap((row) => row.swept ?? []);
    return {
      name,
      queries: Object.fromEntries(
        queryKinds.map((kind) => [kind, summed(own.map(({ queries }) => queries[kind]))]),
      ) as unknown as Queries,
      swept: swept.length > 0 ? summed(swept) : undefined,
    };
  });
}

/** Sum of each number. */
function summed<T extends object>(all: readonly T[]): T {
  const sum = (name: string) => all.reduce((total, one) => total + (one as Record<string, number>)[name], 0);
  return Object.fromEntries(Object.keys(all[0]).map((name) => [name, sum(name)])) as T;
}

/** Number of tests of each kind, and the share that held. */
export function queryTable(rows: readonly Counted[]): Table {
  const cells = ({ tests, held }: Tests, all: number) => [percent(tests / all), percent(held / tests)];
  return {
    head: ['Search', 'Tests', ...queryKinds.flatMap((kind) => [capitalised(kind), 'Held'])],
    rows: rows.map(({ name, queries }) => {
      const all = queryKinds.reduce((sum, kind) => sum + queries[kind].tests, 0);
      return [name, grouped(all), ...queryKinds.flatMap((kind) => cells(queries[kind], all))];
    }),
  };
}

/** Undefined if no list was swept. */
export function sweepTable(rows: readonly Counted[]): Table | undefined {
  const swept = rows.flatMap(({ name, swept }) => (swept ? [{ name, ...swept }] : []));
  if (swept.length === 0) return undefined;
  return {
    head: ['Search', 'Lists swept', 'Not 1-minimal', 'Elements each', 'Tests of sweeps'],
    rows: swept.map(({ name, lists, notMinimal, held, tests }) => [
      name,
      grouped(lists),
      percent(notMinimal / lists, 2),
      notMinimal === 0 ? '–' : (held / notMinimal).toFixed(2),
      grouped(tests),
    ]),
  };
}

function capitalised(word: string): string {
  return word[0].toUpperCase() + word.slice(1);
}

function percent(share: number, digits = 1): string {
  return Number.isNaN(share) ? '–' : `${(100 * share).toFixed(digits)}%`;
}
