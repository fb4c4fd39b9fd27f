import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Controls, deadline } from '../../../src/reduction/controls';
import { childController } from '../../../src/reduction/drive/pool';

describe('a child controller', () => {
  it('is aborted by itself, with its parent, and at once if the parent is already aborted', () => {
    const parent = new AbortController();
    const [alone, child] = [childController(parent.signal), childController(parent.signal)];
    alone.abort();
    assert.deepEqual([alone.signal.aborted, child.signal.aborted], [true, false]);
    parent.abort(new Error('enough'));
    assert.equal((child.signal.reason as Error).message, 'enough');
    assert.ok(childController(parent.signal).signal.aborted);
  });

  it('is aborted when its time is up, in spite of the garbage collector', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const { signal } = deadline(new AbortController().signal, 100, new Controls());
    for (let turn = 0; turn < 15 && !signal.aborted; turn++) {
      collect();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.ok(signal.aborted);
  });

  it('leaves no listener on the parent once it is released', () => {
    const parent = new AbortController();
    for (let count = 0; count < 50; count++) childController(parent.signal).release();
    assert.equal(getEventListeners(parent.signal, 'abort').length, 0);
  });
});
