import assert from 'node:assert/strict';
import { duration, milliseconds, share } from '../../../../src/vscode/window/figureWords';

describe('the numbers of the panel', () => {
  it('are short', () => {
    assert.deepEqual([400, 59_400, 61_000, 3_600_000 + 125_000].map(duration), [
      '0 s',
      '59 s',
      '1 min 1 s',
      '1 h 2 min',
    ]);
    assert.deepEqual([151.6, 1200].map(milliseconds), ['152 ms', '1.2 s']);
    assert.deepEqual([share(1, 7), share(0, 0)], ['14%', '0%']);
  });
});
