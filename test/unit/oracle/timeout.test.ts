/** The adaptive time-out, as a function of measured times. */
import assert from 'node:assert/strict';
import { adaptiveTimeout, fixedTimeout } from '../../../src/oracle/calibration/timeout';

describe('an adaptive time-out', () => {
  const after = (ms: number, times: number[]) => {
    const timeout = adaptiveTimeout({ ms, timeoutMs: Math.max(1000, 10 * ms) });
    times.forEach((time) => timeout.held(time));
    return timeout.ms;
  };

  it('begins with the value from calibration', () => assert.equal(after(700, []), 7000));

  it('is five times the longest of the last ten runs that held, including the run on the input', () => {
    assert.equal(after(700, [500]), 3500);
    assert.equal(after(700, [500, 1200, 300]), 6000);
    assert.equal(after(700, Array(9).fill(300)), 3500);
    assert.equal(after(700, Array(10).fill(300)), 1500);
    assert.equal(after(700, [1200, ...Array(10).fill(300)]), 1500);
  });

  it('is never below a second, and never above twice the value from calibration', () => {
    assert.equal(after(700, Array(20).fill(3)), 1000);
    assert.equal(after(700, [6900]), 14_000);
    assert.equal(adaptiveTimeout({ ms: 700, timeoutMs: 7000 }).most, 14_000);
  });

  it('is so much longer as more tests run at once than there are cores', () => {
    const timeout = adaptiveTimeout({ ms: 100, timeoutMs: 1000 }, 8);
    assert.deepEqual([timeout.ms, timeout.most], [8000, 16_000]);
    timeout.held(120);
    assert.equal(timeout.ms, 8000);
    timeout.held(1700);
    assert.equal(timeout.ms, 8500);
  });

  it('never changes if it is the user’s own', () => {
    const timeout = fixedTimeout(300);
    timeout.held(299);
    assert.deepEqual([timeout.ms, timeout.most], [300, 300]);
  });
});
