/** What `whittle reduce` does with tests that are not as they should be. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { finishedOf, unprotected, workplace } from '../../support/cli';
import { processesWith } from '../../support/files';
import { seldom } from '../../support/seldom';

const { at, write, read, reduce } = workplace();

describe('whittle reduce, the oracle', () => {
  const refused: [string, string, RegExp][] = [
    [
      'that does not hold on the input',
      'grep -q diamond {}',
      /^whittle: The command fails, but not in the expected way/m,
    ],
    ['whose command is missing', 'nosuchprogram {}', /^whittle: The command was not found .*nosuchprogram/m],
    ['that holds for an empty file', 'true', /^whittle: `.*` succeeds on this file and on an empty one/m],
  ];
  for (const [what, test, message] of refused) {
    it(`refuses one ${what}, with exit code 1`, async () => {
      write('in.txt', 'a\nneedle\n');
      const run = await reduce('in.txt', '--test', test);
      assert.equal(run.code, 1);
      assert.match(run.stderr, message);
      assert.equal(existsSync(at('in.reduced.txt')), false);
    });
  }

  it('ends one that hangs and ignores TERM, and leaves nothing running', async () => {
    write('in.txt', 'a\nneedle\n');
    const run = await reduce(
      'in.txt',
      '--test',
      `trap '' TERM; while :; do sleep 41.1; done # {}`,
      '--timeout',
      '200ms',
    );
    assert.equal(run.code, 1);
    assert.match(run.stderr, /did not end within 0.2 s/);
    assert.deepEqual(processesWith('sleep 41.1'), []);
  });

  seldom.it('counts time-outs on the way as "does not hold"', async () => {
    write('in.txt', 'a\nneedle\nb\n');
    const test = 'grep -q b {} || { sleep 41.2; }; grep -q needle {}';
    const finished = finishedOf(await reduce('in.txt', '--test', test, '--timeout', '500ms', '--json'));
    assert.ok(finished.timeouts > 0);
    assert.equal(read('in.reduced.txt'), 'needle\nb\n');
    assert.deepEqual(processesWith('sleep 41.2'), []);
  });
});

describe('an oracle that changes its mind', () => {
  unprotected();
  it('is told of with exit code 2', async () => {
    write('in.txt', 'a\nneedle\nb\n');
    write('count', '');
    const says = "{ printf 'Error: no disk\\n    at f (a.js:1:1)\\n' >&2; false; }";
    const test = `echo >> '${at('count')}'; [ -s {} ] && [ $(wc -l < '${at('count')}') -lt 6 ] || ${says}`;
    const run = await reduce('in.txt', '--test', test);
    assert.equal(run.code, 2);
    assert.match(run.stderr, /failed: the best result so far/);
    assert.match(
      run.stderr,
      /changed during the run: it no longer shows the bug on the unchanged input \("Error: no disk"\); repair/,
    );
  });
});

it('a test that shows the bug only without protection says how to turn that off', async function () {
  // In a PID namespace, the first process is the shell that waits for the launcher.
  const inside = `case "$(cat /proc/1/comm)" in sh|unshare) exit 1;; *) grep -q b {};; esac`;
  write('in.txt', 'a\nb\n');
  const protectedRun = await reduce('in.txt', '--test', 'test "$(cat /proc/1/comm)" = sh && grep -q b {}');
  if (process.platform !== 'linux' || protectedRun.code !== 0) return this.skip();
  const { code, stderr } = await reduce('in.txt', '--test', inside);
  assert.equal(code, 1);
  assert.match(stderr, /Turn off protection \(WHITTLE_PROTECT=off\)\./);
});
