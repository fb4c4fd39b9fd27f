import assert from 'node:assert/strict';
import type { Lab } from '../../../src/reduction/drive/drive';
import { watched } from '../../../src/reduction/drive/lab';

const signal = new AbortController().signal;
const lab: Lab<string> = {
  key: (candidate) => candidate,
  async test(candidate) {
    if (candidate === 'broken') throw new Error('cannot be tested');
    return { verdict: 'holds', ms: 1 };
  },
};

describe('a watched lab', () => {
  it('reports the beginning and the end of a test, in any way that it ends', async () => {
    const told: string[] = [];
    const seen = watched(lab, (candidate) => {
      told.push(`begins ${candidate}`);
      return () => told.push(`ended ${candidate}`);
    });
    assert.equal((await seen.test('a', signal)).verdict, 'holds');
    await assert.rejects(seen.test('broken', signal));
    assert.deepEqual(told, ['begins a', 'ended a', 'begins broken', 'ended broken']);
    assert.equal(seen.key('a'), 'a');
    assert.equal(watched(lab, undefined), lab);
  });
});
