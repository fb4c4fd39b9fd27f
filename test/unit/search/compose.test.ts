import assert from 'node:assert/strict';
import { type Budget, withLabel, map, rejecting, then, unfold, within } from '../../../src/search/compose';
import { done, lazy, phase, trial, worst, type Search } from '../../../src/search/search';
import { walk } from '../../support/walk';

/** Halves a number as long as the property holds. */
const halving = (value: number): Search<number, number> =>
  value < 2
    ? done(value)
    : trial(
        () => value >> 1,
        0.5,
        () => halving(value >> 1),
        () => done(value),
      );

/** Counts up to a number. */
const counting = (from: number, to: number): Search<number, number> =>
  from === to
    ? done(to)
    : trial(
        () => from,
        0.5,
        () => counting(from + 1, to),
        () => counting(from + 1, to),
      );

describe('a budget', () => {
  const asked = (holds: (value: number) => boolean, credit: number) => {
    const all: number[] = [];
    const budget = (held: number): Budget<number, number> => ({ credit, end: () => held, refill: budget });
    const search = within(counting(0, 20), budget(-1));
    const result = walk(search, (value) => (all.push(value), holds(value) || 'fails'));
    return { count: all.length, result };
  };

  it('ends after so many failures in a row, with what held last', () => {
    assert.deepEqual(
      asked(() => false, 4),
      { count: 4, result: -1 },
    );
    assert.deepEqual(
      asked((value) => value === 3, 4),
      { count: 8, result: 3 },
    );
  });

  it('begins again with each success', () => {
    assert.deepEqual(
      asked((value) => value % 4 === 3, 4),
      { count: 20, result: 20 },
    );
  });

  it('of a success, what is left is told without its test', () => {
    const left: number[] = [];
    const budget = (credit: number): Budget<number, number> => ({
      credit,
      end: () => -1,
      refill: (_, rest) => (left.push(rest), budget(rest)),
    });
    walk(within(counting(0, 20), budget(6)), (value) => value % 2 === 1 || 'fails');
    assert.deepEqual(left, [4, 2, 0]);
  });
});

describe('map', () => {
  it('changes candidates and result, nothing else', () => {
    const asked: string[] = [];
    const search = map(halving(64), String, (result) => `ends with ${result}`);
    const result = walk(search, (text) => (asked.push(text), Number(text) >= 10 || 'fails'));
    assert.equal(result, 'ends with 16');
    assert.deepEqual(asked, ['32', '16', '8']);
  });
});

describe('then', () => {
  it('continues from the result', () => {
    const search = then(halving(64), (value) => halving(value * 3));
    assert.equal(
      walk(search, (value) => value >= 4 || 'fails'),
      6,
    );
  });
});

describe('unfold', function () {
  this.timeout(180_000); // 10⁵ searches

  it('is no deeper for 10⁵ searches that are done at once', () => {
    const search = unfold<never, number>(0, (count) => (count < 100_000 ? done(count + 1) : undefined));
    assert.deepEqual(search, { done: true, result: 100_000 });
  });

  it('is no deeper for 10⁵ searches that are done after a test', () => {
    const step = (count: number) =>
      trial(
        () => count,
        0.5,
        () => done(count + 1),
        () => done(count + 1),
      );
    const search = unfold<number, number>(0, (count) => (count < 100_000 ? step(count) : undefined));
    assert.equal(
      walk(search, (count) => count % 2 === 0 || 'fails'),
      100_000,
    );
  });
});

describe('rejecting', function () {
  this.timeout(180_000); // 10⁵ refusals

  const picking: Search<number, string> = phase({
    alternatives: lazy(5, (index) => index * 10),
    chance: (index) => index / 10,
    held: (index) => done(`took ${index}`),
    none: (why) => done(`none: ${why}`),
  });

  it('marks refused candidates and leaves them in place', () => {
    const search = rejecting(picking, (candidate) => candidate < 20);
    assert.ok(!search.done);
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((index) => search.refused!(index)),
      [true, true, false, false, false],
    );
    const asked: number[] = [];
    const result = walk(search, (candidate) => (asked.push(candidate), candidate === 30 || 'fails'));
    assert.deepEqual([result, asked], ['took 3', [20, 30]]);
  });

  it('keeps earlier refusals, through any combinator between', () => {
    const both = rejecting(
      map(
        rejecting(picking, (candidate) => candidate < 20),
        String,
        (result) => result,
      ),
      (candidate) => candidate === '30',
    );
    assert.ok(!both.done);
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((index) => both.refused!(index)),
      [true, true, false, true, false],
    );
  });

  it('continues with none if all are refused, with the reason', () => {
    assert.equal(
      walk(
        rejecting(picking, () => true),
        () => true,
      ),
      'none: rejected',
    );
    assert.equal(
      walk(
        rejecting(picking, (candidate) => candidate > 0),
        () => 'unresolved',
      ),
      'none: unresolved',
    );
  });

  it('checks a candidate in its turn, and once', () => {
    const looked: number[] = [];
    const search = rejecting(picking, (candidate) => {
      looked.push(candidate);
      return candidate < 20;
    });
    assert.deepEqual(looked, []);
    for (const _ of [1, 2]) walk(search, () => true);
    assert.deepEqual(looked, [0, 10, 20]);
  });

  it('is no deeper for 10⁵ refusals in a row', () => {
    const counting = (count: number): Search<number, number> =>
      count === 100_000
        ? done(count)
        : trial(
            () => count,
            0.5,
            () => done(-1),
            () => counting(count + 1),
          );
    const search = rejecting(counting(0), () => true);
    assert.equal(
      walk(search, () => assert.fail('nothing is tested')),
      100_000,
    );
  });
});

describe('labelled', () => {
  it('names every phase of a search', () => {
    let search = withLabel(halving(8), () => 'halving');
    const labels: (string | undefined)[] = [];
    while (!search.done) {
      labels.push(search.label);
      search = search.held(0);
    }
    assert.deepEqual(labels, ['halving', 'halving', 'halving']);
    assert.equal(search.result, 1);
  });
});

describe('the reason that a phase held nothing', () => {
  it('is the most informative of its verdicts', () => {
    assert.equal(worst('rejected', 'unresolved'), 'unresolved');
    assert.equal(worst('fails', 'unresolved'), 'fails');
    assert.equal(worst('rejected', 'rejected'), 'rejected');
  });
});
