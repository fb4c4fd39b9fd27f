/** A result that is tested again several times: once by its command, then by runners that are kept running, if they agree. */
import assert from 'node:assert/strict';
import type { Oracle } from '../../../src/oracle/oracle';
import { testedAgain } from '../../../src/reduction/ending/confirm';

const once = { runs: 1, need: 1 };
const how = { held: 3, runs: 3, timeoutMs: 1000, signal: new AbortController().signal };

/** The verdict for a result that must hold four times, and how often each was asked. */
async function confirmed(warm: (boolean | undefined)[], reliability = how) {
  const asked = { cold: 0, warm: 0 };
  const part = {
    repeat: once,
    observe: () => Promise.resolve({ verdict: 'holds', output: `${++asked.cold}` }),
  } as unknown as Oracle;
  const runners = { trust: () => undefined, again: () => Promise.resolve(warm[asked.warm++]) };
  const lead = { holds: 4, fails: 3 };
  const { verdict } = await testedAgain({ parts: [part], warm: runners }, Buffer.from('x'), lead, reliability);
  return { verdict, ...asked };
}

describe('a result that holds in a warm runner', () => {
  it('is confirmed by one new process and the runner', async () => {
    assert.deepEqual(await confirmed([true, true, true]), { verdict: 'holds', cold: 1, warm: 3 });
  });

  it('is confirmed by new processes alone if the runner says no, or nothing', async () => {
    for (const other of [false, undefined])
      assert.deepEqual(await confirmed([true, other]), { verdict: 'holds', cold: 4, warm: 2 });
  });

  it('is confirmed by new processes alone if the test is not reliable', async () => {
    const { verdict, warm } = await confirmed([], { ...how, held: 2 });
    assert.deepEqual([verdict, warm], ['holds', 0]);
  });
});
