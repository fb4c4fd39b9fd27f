import assert from 'node:assert/strict';
import fc from 'fast-check';
import { covering, merged, without, type Range } from '../../../src/text/ranges';

const ranges = fc
  .array(fc.tuple(fc.nat(30), fc.nat(6)), { maxLength: 8 })
  .map((all) => merged(all.map(([start, length]) => ({ start, end: start + length }))));

const offsets = (all: readonly Range[]) =>
  all.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, index) => start + index));

describe('ranges without others', () => {
  it('cover what the others do not', () => {
    fc.assert(
      fc.property(ranges, ranges, (some, others) => {
        const covered = new Set(offsets(others));
        const left = without(some, others);
        assert.deepEqual(
          offsets(left),
          offsets(some).filter((offset) => !covered.has(offset)),
        );
        assert.ok(left.every(({ start, end }) => start < end));
      }),
    );
  });
});

describe('ranges that cover another', () => {
  it('have all of its offsets', () => {
    fc.assert(
      fc.property(ranges, fc.nat(30), fc.integer({ min: 1, max: 6 }), (some, start, length) => {
        const covered = new Set(offsets(some));
        const range = { start, end: start + length };
        assert.equal(
          covering(some)(range),
          offsets([range]).every((offset) => covered.has(offset)),
        );
      }),
    );
  });
});
