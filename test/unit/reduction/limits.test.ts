/** The shares of a run's limits. */
import assert from 'node:assert/strict';
import { Controls } from '../../../src/reduction/controls';
import { RunLimits } from '../../../src/reduction/limits';

const limitsOf = (limits: object) => new RunLimits(limits, new AbortController().signal, new Controls());
const slow = { ms: 3000, runs: 2, tests: 3 };

describe('the limits of a resumed run', () => {
  it('leave it time to come to what its journal knows, however short they are', async () => {
    for (const maxMs of [3000, 10_000, 20_000, 60_000]) {
      const limits = limitsOf({ maxMs });
      const { stop } = limits.search(slow);
      await new Promise((resolve) => setTimeout(resolve, 20));
      assert.equal(stop.signal.aborted, false, `${maxMs}`);
      stop.release();
      limits.release();
    }
  });

  it('leave it tests to verify its result, though more were made before', () => {
    const limits = limitsOf({ maxTests: 20 });
    limits.search(slow).stop.release();
    assert.equal(limits.left(slow, 100), 3);
    limits.release();
  });
});
