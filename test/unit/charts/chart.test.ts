import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Point,
  linear,
  logarithmic,
  mostPoints,
  series,
  shareAt,
  sizeScale,
  stepPath,
  thinned,
} from '../../../src/charts/chart';

describe('the scales of the chart', () => {
  it('use round tick values from 0', () => {
    assert.deepEqual(linear(812, [0, 100], 4).ticks, [0, 500]);
    assert.deepEqual(linear(1000, [0, 100], 4).ticks, [0, 500, 1000]);
    assert.deepEqual(linear(0.9, [0, 100], 4).ticks, [0, 0.5]);
    assert.deepEqual(linear(2, [0, 100], 4, true).ticks, [0, 1, 2]);
    assert.equal(linear(200, [40, 240], 3).at(100), 140);
    assert.equal(linear(0, [40, 240], 3).at(0), 40);
  });

  it('are logarithmic if sizes span more than two decades', () => {
    assert.deepEqual(sizeScale([12_034, 431], [100, 0], 4).ticks, [0, 5000, 10_000]);
    assert.deepEqual(sizeScale([12_034, 7], [100, 0], 5).ticks, [1, 10, 100, 1000, 10_000]);
    assert.deepEqual(sizeScale([5, 0], [100, 0], 4).ticks, [0, 2, 4]);
    assert.deepEqual(sizeScale([0], [100, 0], 4).ticks, [0, 1]);
  });

  it('tell the share of the x axis at a pixel', () => {
    assert.deepEqual(
      [0, 56, 171, 286, 300].map((pixels) => shareAt(pixels, 300)),
      [0, 0, 0.5, 1, 1],
    );
  });

  it('stay within their pixels and increase', () => {
    const size = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(fc.array(size, { minLength: 1, maxLength: 20 }), fc.integer({ min: 2, max: 6 }), (sizes, count) => {
        const { at, ticks } = sizeScale(sizes, [150, 10], count);
        const sorted = [...sizes].sort((a, b) => a - b).map(at);
        for (const pixel of [...sorted, ...ticks.map(at)]) assert.ok(pixel >= 10 - 1e-6 && pixel <= 150 + 1e-6);
        assert.ok(sorted.every((pixel, index) => index === 0 || pixel <= sorted[index - 1]));
        assert.ok(ticks.length >= 1 && ticks.length <= count + 2, `${ticks}`);
      }),
    );
  });

  it('skip some powers of ten if there are many', () => {
    assert.deepEqual(logarithmic(1, 1e6, [0, 60], 3).ticks, [1, 100, 10_000, 1_000_000]);
  });
});

describe('the line of a chart', () => {
  const course = [
    { tests: 0, ms: 0, size: 100 },
    { tests: 3, ms: 1500, size: 40 },
    { tests: 10, ms: 9000, size: 2 },
  ];

  it('ends at the current point of the run, over tests or seconds', () => {
    const end = { tests: 12, ms: 10_000 };
    assert.deepEqual(series(course, end, 'tests'), [
      [0, 100],
      [3, 40],
      [10, 2],
      [12, 2],
    ]);
    assert.deepEqual(series(course, end, 'time').at(-2), [9, 2]);
    assert.deepEqual(series([], end, 'time'), []);
  });

  it('stays flat until a test changes the size', () => {
    const points: Point[] = [
      [0, 10],
      [5, 4],
      [8, 4],
    ];
    const scale = { at: (value: number) => value, ticks: [] };
    assert.equal(stepPath(points, scale, scale), 'M0.0 10.0H5.0V4.0H8.0V4.0');
  });

  it('has few points for any number of them, with the same ends and steps', () => {
    const steps = fc.array(fc.tuple(fc.nat(5), fc.nat(9)), { minLength: 1, maxLength: 3000 });
    fc.assert(
      fc.property(steps, (increments) => {
        const points: Point[] = [];
        for (const [dx, dy] of increments) {
          const [x, y] = points.at(-1) ?? [0, 30_000];
          points.push([x + dx, y - dy]);
        }
        const few = thinned(points, ([x]) => x);
        assert.ok(few.length <= mostPoints);
        assert.deepEqual([few[0], few.at(-1)], [points[0], points.at(-1)]);
        // At any x, the thinned line differs from the truth by at most the fall within one stretch.
        const stretch = points.at(-1)![0] / ((mostPoints - 2) / 2 - 1) + 1;
        for (const [x, y] of points) {
          const near = few.filter(([other]) => Math.abs(other - x) <= stretch).map(([, size]) => size);
          assert.ok(near.length > 0 && Math.max(...near) >= y && Math.min(...near) <= y);
        }
      }),
      { numRuns: 30 },
    );
  });
});
