/** Oracles that say yes wrongly: how often a result is tested again, and what comes of it. */
import assert from 'node:assert/strict';
import { evidenceOf, timesToHold } from '../../../src/reduction/ending/settle';
import { Trail } from '../../../src/reduction/state';
import { inputOf, runWrongYes } from '../../support/wrongYes';

describe('an oracle that says yes wrongly', function () {
  this.timeout(180_000); // many runs

  for (const rate of [0.05, 0.15, 0.3]) {
    it(`never has a wrong result confirmed, with ${100 * rate} % in 12 runs`, async () => {
      for (let seed = 1; seed <= 12; seed++) {
        const { right, confirmed, before } = await runWrongYes(inputOf(12), rate, seed);
        assert.ok(right || !confirmed, `seed ${seed}`);
        if (!before.right) wrongSearches++;
      }
    });
  }

  let wrongSearches = 0;

  after(() => assert.ok(wrongSearches > 12, `${wrongSearches} searches went wrong: too few to prove anything`));

  it('costs others a few tests at the end', async () => {
    const { right, confirmed, ending } = await runWrongYes(inputOf(12), 0, 1);
    assert.deepEqual([right, confirmed], [true, true]);
    assert.ok(ending <= 7, `${ending}`);
  });
});

describe('how often a result must hold', () => {
  it('is less, the longer the row of refusals in the search was', () => {
    assert.equal(timesToHold(evidenceOf([])), 5);
    assert.deepEqual(
      [10, 30, 100, 1000].map((refused) => timesToHold({ accepted: 20, refused })),
      [5, 3, 2, 1],
    );
  });

  it('is told by the verdicts: the unclear ones say nothing', () => {
    const verdicts = ['holds', 'fails', 'unresolved', 'fails', 'fails', 'holds', 'fails'] as const;
    assert.deepEqual(evidenceOf(verdicts.map((verdict) => ({ verdict }))), { accepted: 2, refused: 3 });
  });
});

describe('a trail', () => {
  it('knows the last state before the last refusal', () => {
    const trail = new Trail('original');
    trail.held('early', 100);
    assert.equal(trail.lastSure, 'original');
    trail.refused();
    trail.held('late', 90);
    assert.equal(trail.lastSure, 'early');
  });

  it('keeps few states, each much smaller than the one before', () => {
    const trail = new Trail(1000);
    for (let size = 999; size >= 1; size--) trail.held(size, size);
    const earlier = trail.earlier as number[];
    assert.equal(earlier[0], 1000);
    assert.ok(!earlier.includes(1), 'the last one is not earlier');
    assert.ok(earlier.length < 30);
    assert.ok(earlier.slice(2).every((size, at) => size <= 0.8 * earlier[at + 1]));
  });
});
