/** Text to keep, by patterns. */
import assert from 'node:assert/strict';
import { keptIn } from '../../../src/reduction/kept';
import { JobError } from '../../../src/reduction/job';

describe('text to keep', () => {
  it('is what the patterns match; a pattern without a match is reported', () => {
    const places = [
      { start: 4, end: 8 },
      { start: 13, end: 17 },
    ];
    assert.deepEqual(keptIn(['KEEP', 'c$'], ['aaa KEEP bbb KEEP d', 'abc'], 'in'), [places, [{ start: 2, end: 3 }]]);
    assert.deepEqual(keptIn(['a|x*'], ['abc'], 'in'), [[{ start: 0, end: 1 }]]);
    assert.throws(() => keptIn(['a', 'b$'], ['a\nbc'], 'in.txt'), /"b\$", does not occur in in\.txt/);
    assert.throws(() => keptIn(['x*'], ['abc'], 'in.txt'), JobError);
    assert.throws(() => keptIn(['('], ['abc'], 'in.txt'), JobError);
  });

  it('is not looked for without end', () => {
    assert.throws(() => keptIn(['(a+)+$'], [`${'a'.repeat(60)}!`], 'in.txt'), /\/\(a\+\)\+\$\/ takes more than 0\.5 s/);
  });
});
