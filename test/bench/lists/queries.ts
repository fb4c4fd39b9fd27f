/** Queries by kind on two flat lists; on trees they are counted in the bench `search`, section `papers`. */
import { type Kept, draw, wholeList } from '../../../src/reducers/list';
import type { Search } from '../../../src/search/search';
import { walk } from '../../support/walk';
import { evens } from '../../support/lists';
import { keyOf, marks, words } from '../support/count';
import { percent, table, whole, type Report } from '../support/report';
import { count, kinds, noQueries, watched, type Query, type Tallies } from '../support/queryKinds';
import { contenders, linear, textbook } from './contenders';

const inputs = [
  { name: 'D: 0…99, the even ones required', size: 100, required: evens },
  { name: '1,000 elements, 5 % of them required', size: 1000, required: few(1000) },
];

export function queries(): Report {
  const reducers = [textbook, ...contenders(['ddmin', 'wddmin', ...linear, 'activecoarsen'])];
  const head = ['reducer', 'tests', ...kinds.flatMap((kind) => [kind, 'that held'])];
  const tables = inputs.map(({ name, size, required }) => {
    const list = { size, weight: () => 1 };
    const rows = reducers.map((reducer) => [reducer.name, ...cells(tally(reducer.search(list), size, required))]);
    return `### ${name}\n\n${table(head, rows)}`;
  });
  return { text: tables.join('\n\n'), claims: [], plots: {} };
}

function cells(tallies: Tallies): string[] {
  const all = kinds.reduce((sum, kind) => sum + tallies[kind].tests, 0);
  const shares = kinds
    .map((kind) => tallies[kind])
    .map(({ tests, held }) => [percent(tests / all), percent(held / tests)]);
  return [whole(all), ...shares.flat()];
}

/** Walks to the end with the property "all of `required` are there". */
export function tally(search: Search<Kept, Kept>, size: number, required: readonly number[]): Tallies {
  const needed = marks(size, required);
  const tallies = noQueries();
  const tested = new Set<number>();
  let query: Query;
  const all = wholeList({ size, weight: () => 1 });
  const proposing = watched(search, all, keyOfDifference, (proposed) => (query = proposed));
  walk(proposing, (candidate) => {
    const held = candidate.reduce((sum, element) => sum + needed[element], 0) === required.length;
    const key = keyOfDifference(candidate);
    if (!tested.has(key)) count(tallies, query, held);
    tested.add(key);
    return held || 'fails';
  });
  return tallies;
}

/** The key of a list, or of what is in one of two and not in the other. */
function keyOfDifference(...lists: readonly Kept[]): number {
  let high = 0;
  let low = 0;
  for (const list of lists) {
    for (const element of list) {
      high ^= words.high[element];
      low ^= words.low[element];
    }
  }
  return keyOf(high, low);
}

function few(size: number): number[] {
  return Array.from({ length: size }, (_, element) => element).filter((element) => draw(3, 0, element) % 20 === 0);
}
