/** Laws for every list reducer. A registered reducer is tested here automatically. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { arbitrary, countWalk, reduceList, variants } from '../../support/lists';

const sizes = fc.integer({ min: 0, max: 60 });
const p0s = fc.constantFrom(0.01, 0.1, 0.25, 0.5, 0.9);

for (const { reducer, name, options } of variants) {
  describe(`laws: ${name}`, function () {
    this.timeout(180_000); // many lists

    const reduce = (size: number, property: (kept: ReadonlySet<number>) => boolean, p0 = 0.1, seed = 1) =>
      reduceList(reducer, size, property, { ...options, p0, seed });

    if (reducer.description.includes('1-minimal') || options.sweep === 'on') {
      it('the result is 1-minimal for every property', () => {
        fc.assert(
          fc.property(sizes, p0s, fc.integer(), (size, p0, salt) => {
            const property = (kept: ReadonlySet<number>) => kept.size === size || arbitrary(kept, salt);
            const { kept } = reduce(size, property, p0);
            // The strategy tries to delete the last element.
            for (const element of kept.length > 1 ? kept : []) {
              assert.equal(property(new Set(kept.filter((other) => other !== element))), false);
            }
          }),
        );
      });
    }

    it('the result holds and is a sublist, for any property', () => {
      fc.assert(
        fc.property(sizes, p0s, fc.integer(), fc.integer(), (size, p0, seed, salt) => {
          const whole = size;
          const property = (kept: ReadonlySet<number>) => kept.size === whole || arbitrary(kept, salt);
          const { kept } = reduce(size, property, p0, seed);
          assert.ok(property(new Set(kept)));
          assert.deepEqual(
            kept,
            [...new Set(kept)].sort((a, b) => a - b),
          );
          assert.ok(kept.every((element) => element >= 0 && element < size));
        }),
      );
    });

    it('ends with at most one element if the property always holds', () => {
      fc.assert(fc.property(sizes, p0s, (size, p0) => assert.ok(reduce(size, () => true, p0).kept.length <= 1)));
    });

    it('ends with the whole list if the property holds only for it', () => {
      fc.assert(
        fc.property(sizes, p0s, (size, p0) => {
          assert.equal(reduce(size, (kept) => kept.size === size, p0).kept.length, size);
        }),
      );
    });

    it('finds exactly the required elements of a monotone property', () => {
      fc.assert(
        fc.property(sizes, fc.array(fc.nat()), p0s, fc.integer(), (size, drawn, p0, seed) => {
          const required = new Set(size === 0 ? [] : drawn.map((element) => element % size));
          const { kept } = reduce(size, (all) => [...required].every((element) => all.has(element)), p0, seed);
          if (required.size > 0) assert.deepEqual(new Set(kept), required);
          else assert.ok(kept.length <= 1);
        }),
      );
    });

    it('is a tree: walking one branch again, or all, does not affect the others', () => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 20 }), fc.integer(), (size, salt) => {
          const search = reducer.search({ size, weight: () => 1 }, options);
          const first = countWalk(search, (kept) => arbitrary(kept, salt));
          countWalk(search, () => true);
          countWalk(search, (kept) => arbitrary(kept, ~salt));
          assert.deepEqual(
            countWalk(search, (kept) => arbitrary(kept, salt)),
            first,
          );
        }),
      );
    });

    it('tests the same candidates in the same order when it is made again', () => {
      fc.assert(
        fc.property(sizes, fc.integer(), (size, salt) => {
          const property = (kept: ReadonlySet<number>) => arbitrary(kept, salt);
          assert.deepEqual(reduce(size, property), reduce(size, property));
        }),
      );
    });

    it('never tests the whole list, nor elements outside it', () => {
      fc.assert(
        fc.property(sizes, fc.integer(), (size, salt) => {
          const { asked } = reduce(size, (kept) => arbitrary(kept, salt));
          assert.ok(asked.every((kept) => kept.length < size));
        }),
      );
    });
  });
}
