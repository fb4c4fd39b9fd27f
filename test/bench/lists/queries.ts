/**
 * Queries by kind, as Zhang et al. 2025 count them (Fig. 2). `complement`: all but one part is to go (ddmin's subsets). `revisit`: what
 * is to go was tried before, when more was there. `other`: the rest. What was asked before is no query.
 */
import { draw } from '../../../src/reducers/draw';
import type { Kept } from '../../../src/reducers/list';
import { wholeList } from '../../../src/reducers/list';
import type { Search } from '../../../src/search/search';
import { evens } from '../../support/lists';
import { textbookDdmin } from '../../support/weighted';
import { keyOf, marks, words } from '../support/count';
import { percent, table, whole } from '../support/report';
import type { Report } from '../support/report';
import { contenders, linear } from './contenders';

const kinds = ['complement', 'revisit', 'other'] as const;

type Kind = (typeof kinds)[number];

type Tallies = Readonly<Record<Kind, { tests: number; held: number }>>;

const inputs = [
  { name: 'D: 0…99, the even ones required', size: 100, required: evens },
  { name: '1,000 elements, 5 % of them required', size: 1000, required: few(1000) },
];

export function queries(): Report {
  const textbook = {
    name: 'ddmin textbook',
    search: (list: { size: number; weight: () => number }) => textbookDdmin(wholeList(list)),
  };
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
function tally(search: Search<Kept, Kept>, size: number, required: readonly number[]): Tallies {
  const needed = marks(size, required);
  const holds = (list: Kept) => list.reduce((count, element) => count + needed[element], 0) === required.length;
  const { tallies, count } = counting();
  let kept = wholeList({ size, weight: () => 1 });
  let current = search;
  while (!current.done) {
    let next: Search<Kept, Kept> | undefined;
    for (let index = 0; !next; index++) {
      const candidate = current.alternatives.at(index);
      const held = candidate !== undefined && holds(candidate);
      if (!candidate) next = current.none('fails');
      else count(kept, candidate, current.label, held);
      if (!candidate || !held) continue;
      kept = candidate;
      next = current.held(index);
    }
    current = next;
  }
  return tallies;
}

function counting() {
  const tallies: Tallies = {
    complement: { tests: 0, held: 0 },
    revisit: { tests: 0, held: 0 },
    other: { tests: 0, held: 0 },
  };
  const tested = new Set<number>();
  const tried = new Set<number>();
  const count = (kept: Kept, candidate: Kept, label: string | undefined, held: boolean) => {
    const key = keyOfDifference(candidate);
    if (tested.has(key)) return;
    const gone = keyOfDifference(kept, candidate);
    const kind = label?.startsWith('subsets') ? 'complement' : tried.has(gone) ? 'revisit' : 'other';
    tallies[kind].tests++;
    if (held) tallies[kind].held++;
    tested.add(key);
    tried.add(gone);
  };
  return { tallies, count };
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
