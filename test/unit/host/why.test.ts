/** The page on why a test fails, where the lines around the part that matters would be a mixture of two revisions. */
import assert from 'node:assert/strict';
import type { Why } from '../../../src/failingTests/changed';
import type { TestJob } from '../../../src/failingTests/testRun';
import { explain } from '../../../src/host/why';

const before = 'a\nold = 1\nuse(old)\nz\n';
const now = 'a\n// new\nother = 2\nuse(other)\nz\n';

/** Of texts that a comparison has left. */
async function pageOf(failing: string, passing: string): Promise<string> {
  const job = { input: { file: '/w/a.test.js', fileName: 'a.test.js', text: 'test' } } as TestJob;
  const isolation = { input: { file: '/w/lib.js', text: now, passing: before } };
  const change = {
    path: 'lib.js',
    revision: 'HEAD (1a2b3c4)',
    commits: [],
    repository: '',
    restored: ['lib.js'],
    isolation,
  };
  const why = { fails: { rule: 'auto', folder: '/w', line: 'node a.test.js' }, change } as unknown as Why;
  return explain(
    { job, small: 'test' },
    () => Promise.resolve(why),
    () => Promise.resolve({ failing, passing }),
  );
}

describe('the page on a change', () => {
  it('has the lines that matter alone, and the whole change around them', async () => {
    const page = await pageOf('a\nold = 1\nuse(other)\nz\n', before);
    assert.match(
      page,
      /\nAll other lines may be those of before or of now\.\n\n```diff\n-use\(old\)\n\+use\(other\)\n```\n/,
    );
    assert.match(
      page,
      /It is a part of this, in `lib\.js`:\n\n```diff\n@@ .*\n a\n-old = 1\n-use\(old\)\n\+\/\/ new\n/,
    );
  });

  it('has the lines of now around the change', async () => {
    const page = await pageOf(now, 'a\n// new\nother = 2\nuse(old)\nz\n');
    assert.match(page, /\nAll other lines are those of now\.\n/);
    assert.match(page, /\n other = 2\n-use\(old\)\n\+use\(other\)\n/);
    assert.doesNotMatch(page, /part of this/);
  });
});
