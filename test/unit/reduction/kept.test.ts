/** Text to keep, by patterns. */
import assert from 'node:assert/strict';
import { compiled, keptBy, matchesOf } from '../../../src/reduction/kept';
import { JobError } from '../../../src/reduction/job';

describe('text to keep', () => {
  it('is what the patterns match; a pattern without a match is reported', () => {
    assert.deepEqual(matchesOf('aaa KEEP bbb KEEP ccc', [/KEEP/g]).ranges, [
      { start: 4, end: 8 },
      { start: 13, end: 17 },
    ]);
    const idle = /nothing/g;
    assert.deepEqual(matchesOf('abc', [/b/g, idle]), { ranges: [{ start: 1, end: 2 }], idle });
    assert.deepEqual(matchesOf('abc', [/a/g, /x*/g]).ranges, [{ start: 0, end: 1 }]);
    assert.throws(() => keptBy(['b$'], 'a\nbc', 'in.txt'), /"b\$", does not occur in in\.txt/);
    assert.throws(() => compiled('('), JobError);
  });

  it('is not looked for without end', () => {
    assert.throws(() => keptBy(['(a+)+$'], `${'a'.repeat(60)}!`, 'in.txt'), /\/\(a\+\)\+\$\/ takes more than 0\.5 s/);
  });
});
