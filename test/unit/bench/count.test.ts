import assert from 'node:assert/strict';
import fc from 'fast-check';
import { wholeList } from '../../../src/reducers/list';
import { countTextbook } from '../../bench/lists/textbook';
import { countTests } from '../../bench/support/count';
import { countWalk } from '../../support/lists';
import { textbookDdmin } from '../../support/weighted';

describe('counts of the benches', () => {
  const lists = fc.integer({ min: 1, max: 60 }).chain((size) =>
    fc.record({
      size: fc.constant(size),
      required: fc.uniqueArray(fc.integer({ min: 0, max: size - 1 })),
    }),
  );

  it('are those of a plain walk', () => {
    fc.assert(
      fc.property(lists, ({ size, required }) => {
        const search = () => textbookDdmin(wholeList({ size, weight: () => 1 }));
        const plain = countWalk(search(), (all) => required.every((element) => all.has(element)));
        for (const fast of [countTests(search(), size, required), countTextbook(size, required)]) {
          assert.equal(fast.tests, plain.tests);
          assert.deepEqual([...fast.kept], plain.kept);
        }
      }),
    );
  });
});
