import assert from 'node:assert/strict';
import { ddmin } from '../../../src/reducers/ddmin';
import { defaultOptions, type Order } from '../../../src/reducers/options';
import { walk } from '../../support/walk';
import { evens, mocks, reduceList } from '../../support/lists';

type Figures = [tests: number, hits: number, iterations: number];

/** Tests (+ cache hits) [iterations] on the mock inputs of Hodován & Kiss 2016. */
const figures: Record<Order, Record<keyof typeof mocks, Figures>> = {
  'subsets-first': { A: [22, 22, 8], B: [26, 2, 3], C: [30, 16, 5], D: [472, 3237, 57] },
  'complements-first': { A: [17, 5, 8], B: [26, 2, 3], C: [28, 3, 5], D: [422, 16, 57] },
  'complements-only': { A: [14, 1, 8], B: [14, 0, 3], C: [18, 1, 5], D: [276, 0, 57] },
};

const results: Record<keyof typeof mocks, number[]> = {
  A: [4, 7],
  B: [0, 1, 2, 3, 4, 5, 6, 7],
  C: [0, 1, 2, 3, 5, 7],
  D: evens,
};

type Property = (kept: ReadonlySet<number>) => boolean;

/** Every pass through the main loop begins with the same kind of phase. */
function iterations(order: Order, size: number, property: Property): number {
  const first = order === 'subsets-first' ? 'Trying subsets' : 'Trying complements';
  let current = ddmin.search({ size, weight: () => 1 }, { ...defaultOptions, order });
  let count = 0;
  while (!current.done) {
    if (current.label!.startsWith(first)) count++;
    let held = -1;
    for (let index = 0; held < 0; index++) {
      const candidate = current.alternatives.at(index);
      if (!candidate) break;
      if (property(new Set(candidate))) held = index;
    }
    current = held < 0 ? current.none('fails') : current.held(held);
  }
  return count;
}

function measured(order: Order, size: number, property: Property): { figures: Figures; kept: number[] } {
  const { tests, hits, kept } = reduceList(ddmin, size, property, { ...defaultOptions, order });
  return { figures: [tests, hits, iterations(order, size, property)], kept };
}

describe('ddmin', () => {
  for (const [order, cells] of Object.entries(figures) as [Order, (typeof figures)[Order]][]) {
    for (const [name, expected] of Object.entries(cells) as [keyof typeof mocks, Figures][]) {
      it(`${order}: ${expected[0]} (+${expected[1]}) [${expected[2]}] on mock input ${name}`, () => {
        const { size, property } = mocks[name];
        assert.deepEqual(measured(order, size, property), { figures: expected, kept: results[name] });
      });
    }
  }

  const onWorkedExample: [Order, Figures][] = [
    ['subsets-first', [27, 10, 4]],
    ['complements-first', [26, 3, 4]],
    ['complements-only', [15, 1, 4]],
  ];
  for (const [order, expected] of onWorkedExample) {
    it(`${order}: ${expected[0]} (+${expected[1]}) [${expected[2]}] on the property of the ProbDD example`, () => {
      assert.deepEqual(measured(order, 8, worked), { figures: expected, kept: [0, 1, 3, 4, 5, 6, 7] });
    });
  }

  it('finds 42 in 2424: halves fail, digits fail, 424 holds', () => {
    const asked: string[] = [];
    const search = ddmin.search({ size: 4, weight: () => 1 }, { ...defaultOptions, order: 'subsets-first' });
    const kept = walk(search, (candidate) => {
      const text = [...candidate].map((index) => '2424'[index]).join('');
      asked.push(text);
      return text.includes('42') || 'fails';
    });
    assert.deepEqual(asked.slice(0, 9), ['24', '24', '24', '24', '2', '4', '2', '4', '424']);
    assert.equal([...kept].map((index) => '2424'[index]).join(''), '42');
  });
});

/** φ(c) = 8 ∈ c and ({1,2,4,5,6,7} ⊆ c, or c has none of 4…7, has 3, and 2 only with 1); elements from 0. */
function worked(c: ReadonlySet<number>): boolean {
  if (!c.has(7)) return false;
  if ([0, 1, 3, 4, 5, 6].every((element) => c.has(element))) return true;
  return [3, 4, 5, 6].every((element) => !c.has(element)) && c.has(2) && (!c.has(1) || c.has(0));
}
