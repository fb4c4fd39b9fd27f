/** Counts of every reducer on the mock inputs of Hodován & Kiss 2016, on a long list, and on some lists of the weighted simulation. */
import { type Kept, draw } from '../../../src/reducers/list';
import { defaultOptions } from '../../../src/reducers/options';
import type { Search } from '../../../src/search/search';
import { countWalk, mocks } from '../../support/lists';
import { simulate } from '../../support/simulate';
import { countTests } from '../support/count';
import type { Counts } from '../support/expected';
import { contenders, linear, textbook } from './contenders';
import { measure, measuredNames } from './weightedLists';

const reducers = [textbook, ...contenders(['ddmin', 'wddmin', ...linear, 'activecoarsen', 'chisel', 'naive'])];

/** Lists of the weighted simulation. */
const lists = 20;

export async function quick(): Promise<Counts> {
  const rows: Record<string, Record<string, number>> = {};
  for (const { name, search } of reducers) {
    for (const [mock, { size, property }] of Object.entries(mocks)) {
      const { tests, hits, kept } = countWalk(search({ size, weight: () => 1 }, defaultOptions), property);
      rows[`${mock}, ${name}`] = { tests, hits, kept: kept.length, phases: phases(search, size, property) };
    }
    rows[`1,000 elements, 5 % required, ${name}`] = longList(search);
  }
  const measured = Array.from({ length: lists }, (_, list) => measure(list, 'cuts'));
  for (const [index, name] of measuredNames.entries()) {
    const sum = (figure: 'tests' | 'kept') => measured.reduce((all, one) => all + one[figure][index], 0);
    rows[`${lists} weighted lists, ${name}`] = { tests: sum('tests'), kept: sum('kept') };
  }
  rows['D, 8 tests at once'] = await parallel();
  return rows;
}

type SearchOf = (typeof reducers)[number]['search'];

/** Phases that the walk goes through: each is one "is there an i" of the papers. */
function phases(search: SearchOf, size: number, property: (kept: ReadonlySet<number>) => boolean): number {
  let count = 0;
  let current: Search<Kept, Kept> = search({ size, weight: () => 1 }, defaultOptions);
  while (!current.done) {
    count++;
    let index = 0;
    let candidate = current.alternatives.at(0);
    while (candidate && !property(new Set(candidate))) candidate = current.alternatives.at(++index);
    current = candidate ? current.held(index) : current.none('fails');
  }
  return count;
}

function longList(search: SearchOf): Record<string, number> {
  const size = 1000;
  const required = Array.from({ length: size }, (_, element) => element).filter(
    (element) => draw(3, 0, element) % 20 === 0,
  );
  const { tests, kept } = countTests(search({ size, weight: () => 1 }, defaultOptions), size, required);
  return { tests, kept: kept.length };
}

/** Complements only, in order, tests of 1 s: virtual seconds are counts. */
async function parallel(): Promise<Record<string, number>> {
  const { size, property } = mocks.D;
  const search = contenders(['ddmin'])[0].search({ size, weight: () => 1 }, defaultOptions);
  const mode = { loop: 'ahead', commit: 'in-order', jobs: 8, cost: () => 1000 };
  const { tests, started, ms, kept } = await simulate(search, property, mode);
  return { tests, started, seconds: ms / 1000, kept: kept.length };
}
