import assert from 'node:assert/strict';
import { chisel, growTree, predict } from '../../../src/reducers/chisel';
import { ddmin } from '../../../src/reducers/ddmin';
import { type ListReducer, draw } from '../../../src/reducers/list';
import { defaultOptions, orders } from '../../../src/reducers/options';
import { mocks, reduceList } from '../../support/lists';
import { seldom } from '../../support/seldom';

type Property = (kept: ReadonlySet<number>) => boolean;

const size = 200;

/** Ten of a hundred, the same for the same seed. */
function tenOf100(seed: number): number[] {
  const chosen = new Set<number>();
  for (let turn = 0; chosen.size < 10; turn++) chosen.add(draw(seed, turn, 0) % 100);
  return [...chosen];
}

/** Ten pairs are required; element 2i needs 2i+1. */
function pairs(seed: number): Property {
  const required = tenOf100(seed);
  return (kept) =>
    required.every((pair) => kept.has(2 * pair)) && [...kept].every((element) => element % 2 || kept.has(element + 1));
}

/** The same, and 2i+1 needs 2i. */
function twins(seed: number): Property {
  const required = tenOf100(seed);
  return (kept) => required.every((pair) => kept.has(2 * pair)) && [...kept].every((element) => kept.has(element ^ 1));
}

function independent(seed: number): Property {
  const required = tenOf100(seed);
  return (kept) => required.every((element) => kept.has(2 * element));
}

describe('CHISEL', function () {
  this.timeout(180_000); // walks thousands of lists

  const testsOf = (reducer: ListReducer, order: (typeof orders)[number], property: (seed: number) => Property) => {
    let tests = 0;
    for (let seed = 1; seed <= 40; seed++) {
      tests += reduceList(reducer, size, property(seed), { ...defaultOptions, order }).tests;
    }
    return tests;
  };

  for (const order of orders) {
    seldom.it(`needs fewer tests than ddmin if elements only go in pairs: ${order}`, () => {
      for (const property of [pairs, twins]) {
        const [learned, plain] = [chisel, ddmin].map((reducer) => testsOf(reducer, order, property));
        assert.ok(learned < 0.95 * plain, `${learned} of ${plain}`);
      }
    });

    seldom.it(`needs at most 1.1 times as many tests if elements are independent: ${order}`, () => {
      for (let seed = 1; seed <= 40; seed++) {
        const tests = (reducer: ListReducer) =>
          reduceList(reducer, size, independent(seed), { ...defaultOptions, order }).tests;
        assert.ok(tests(chisel) <= 1.1 * tests(ddmin), `seed ${seed}`);
      }
    });
  }

  it('does not repeat failed candidates: mock input D in 224 tests without a cache hit', () => {
    const { tests, hits, kept } = reduceList(chisel, mocks.D.size, mocks.D.property);
    assert.deepEqual([tests, hits, kept.length], [224, 0, 50]);
  });
});

describe('the verdict tree', () => {
  const lacks = (...elements: number[]) => Int32Array.from(elements);
  const tree = growTree([lacks(1, 2), lacks(2, 3), lacks(5)]);

  it('splits first by the element that most failures lack', () => {
    assert.deepEqual(
      tree.map(({ element, absent }) => [element, absent.length]),
      [
        [2, 2],
        [5, 1],
      ],
    );
  });

  it('counts the failures at the leaf of a list, and none for a list that lacks nothing', () => {
    assert.equal(predict(tree, lacks(2)).failures, 2);
    assert.equal(predict(tree, lacks(5, 6)).failures, 1);
    assert.equal(predict(tree, lacks(6)).failures, 0);
  });

  it('marks a list as hopeless if it lacks little more than a list that failed, and nothing else', () => {
    assert.equal(predict(tree, lacks(1, 2)).hopeless, true);
    assert.equal(predict(tree, lacks(1, 2, 4)).hopeless, true);
    assert.equal(predict(tree, lacks(1)).hopeless, false);
    assert.equal(predict(tree, lacks(1, 2, 4, 6)).hopeless, false);
  });
});
