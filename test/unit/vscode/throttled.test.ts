import '../../support/fakeEditor';
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { throttled } from '../../../src/vscode/window/owner';

describe('a throttled call', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('is made at once, then once a gap, and the last one is never lost', () => {
    let calls = 0;
    const call = throttled(() => calls++, 100);
    call();
    assert.equal(calls, 1);
    for (let ms = 0; ms < 1000; ms++) {
      call();
      mock.timers.tick(1);
    }
    assert.equal(calls, 11);
    call();
    for (let ms = 0; ms < 200; ms++) mock.timers.tick(1);
    assert.equal(calls, 12);
    call();
    assert.equal(calls, 13);
  });

  it('is not made any more after the end', () => {
    let calls = 0;
    const call = throttled(() => calls++, 100);
    call();
    call();
    call.dispose();
    mock.timers.tick(1000);
    assert.equal(calls, 1);
  });
});
