/** How `whittle reduce` and `whittle isolate` are told what the property is, and what they learn and say of it. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventsOf, finishedOf, unprotected, whittle, workplace, type CliRun } from '../../support/cli';
import { seldom } from '../../support/seldom';

const { directory, at, write, read, reduce } = workplace();

const calibratedOf = (run: CliRun) => {
  const event = eventsOf(run).find((one) => one.event === 'calibrated');
  assert.ok(event?.event === 'calibrated', run.stdout + run.stderr);
  return event;
};

/** Throws for the word `bang`, in another way for what it cannot read. */
const checker = `
const text = require('fs').readFileSync(process.argv[2] ?? 0, 'utf8');
if (text === '') throw new SyntaxError('nothing to read');
if (text.includes('bang')) throw new TypeError('cannot take ' + process.argv[2] + ':1:2');
if (!text.includes('keep')) throw new RangeError('no more');
`;

describe('the rule of whittle reduce', () => {
  beforeEach(() => {
    write('check.js', checker);
    write('in.txt', 'a\nkeep\nbang\nb\n');
  });

  seldom.it('is exit codes and patterns, as they are asked for', async () => {
    const asked: string[][] = [
      ['--match', 'TypeError: cannot'],
      ['--match', 'stderr:^TypeError', '--no-match', 'RangeError', '--no-match', 'stdout:.'],
      ['--exit', '1', '--match', '^TypeError'],
      ['--exit', 'not 0', '--no-match', 'RangeError|SyntaxError'],
    ];
    for (const rule of asked) {
      const run = await reduce('in.txt', '--test', 'node check.js {}', ...rule);
      assert.equal(run.code, 0, `${rule}: ${run.stderr}`);
      assert.equal(read('in.reduced.txt'), 'bang\n', String(rule));
    }
  });

  it('is learned with --same-failure, printed, and told as an event', async () => {
    const args = ['in.txt', '--test', 'node check.js {}', '--same-failure'];
    const run = await reduce(...args);
    assert.equal(run.code, 0, run.stderr);
    assert.equal(read('in.reduced.txt'), 'bang\n');
    assert.match(
      run.stderr,
      /^Learned from the failure: exit code 1, and stderr matches \/\^TypeError: cannot take \.\+\?\$\/\.$/m,
    );
    const { rules, held, runs } = calibratedOf(await reduce(...args, '--json'));
    const [{ rule, learned }] = rules;
    assert.deepEqual(rule, {
      exit: { codes: [1] },
      match: [{ stream: 'stderr', pattern: '^TypeError: cannot take .+?$' }],
    });
    assert.deepEqual([learned, held, runs], [true, 3, 3]);
  });

  it('is not learned from a test that ends with 0', async () => {
    const run = await reduce('in.txt', '--test', 'grep -q keep {}', '--same-failure');
    assert.equal(run.code, 1);
    assert.match(run.stderr, /succeeds on this file\. Choose one on which it fails/);
  });

  it('is not learned from a failure that the empty file has as well', async () => {
    const run = await reduce('in.txt', '--test', 'exit 3 # {}', '--same-failure');
    assert.equal(run.code, 1);
    assert.match(run.stderr, /fails the same way on an empty file/);
  });

  seldom.it('is not learned from a failure that only the copy has', async () => {
    write('helper.js', `module.exports = () => { throw new Error('the bug'); };\n`);
    write('main.js', `const help = require('./helper');\nhelp();\n`);
    const run = await reduce('main.js', '--test', 'node {}', '--same-failure');
    assert.equal(run.code, 1);
    assert.match(
      run.stderr,
      /fails in another way \(.*Cannot find module.*\) than the file itself \(.*the bug.*\), so the command needs the files beside it/,
    );
    assert.deepEqual(readdirSync(directory.path).sort(), ['check.js', 'helper.js', 'in.txt', 'main.js']);
  });

  it('is told what cannot be, with exit code 2', async () => {
    const wrong: [string[], RegExp][] = [
      [['--match', '('], /\/\(\/ is not a regular expression/],
      [['--exit', 'sometimes'], /"sometimes" is not an exit code rule: write 0, 1,2, not 0, signal SEGV or any/],
      [
        ['--same-failure', '--exit', '1'],
        /^whittle: The rule of the same failure \(--same-failure\) cannot be combined/m,
      ],
      [['--need', '2'], /^whittle: The bug cannot show in 2 of 1 runs: .* \(--runs 2\)/m],
      [['--runs', '101'], /"--runs" is 101: give a whole number from 1 to 100\./],
    ];
    for (const [args, message] of wrong) {
      const run = await reduce('in.txt', '--test', 'true', ...args);
      assert.equal(run.code, 2, String(args));
      assert.match(run.stderr, message);
    }
  });

  it('knows the signal that ended the test', async () => {
    const test = 'grep -q bang {} && kill -SEGV $$; exit 1';
    const run = await reduce('in.txt', '--test', test, '--exit', 'signal SEGV');
    assert.equal(run.code, 0, run.stderr);
    assert.match(run.stderr, /^It holds for exit code 139 \(SIGSEGV\)\.$/m);
    assert.equal(read('in.reduced.txt'), 'bang\n');
  });

  seldom.it('may judge what is read on stdin, in the directory of the terminal', async () => {
    const run = await reduce('in.txt', '--stdin', '--test', 'node check.js', '--match', '^TypeError');
    assert.equal(run.code, 0, run.stderr);
    assert.equal(read('in.reduced.txt'), 'bang\n');
  });

  seldom.it('is the same for whittle isolate', async () => {
    write('works.txt', 'a\nkeep\nb\n');
    for (const rule of [['--match', '^TypeError'], ['--same-failure']]) {
      const args = ['isolate', 'in.txt', 'works.txt', '--test', 'node check.js {}', '--unit', 'lines', ...rule];
      const run = await whittle(args, directory.path);
      assert.equal(run.code, 0, run.stderr);
      assert.match(run.stdout, /^\+bang$/m);
    }
  });
});

describe('a start that fails', () => {
  const cases: [string, string[], RegExp][] = [
    [
      'a test that has the wrong sense',
      ['--test', '! grep -q needle {}'],
      /The command fails with the bug and succeeds without it, .* Change the rule \(--same-failure, or --exit 'not 0' for any failure\), or swap the verdict with `!`/,
    ],
    [
      'a rule that has the wrong sense',
      ['--test', 'grep -q needle {}', '--exit', 'not 0'],
      /succeeds with the bug and fails without it, .* Change the rule \(--exit 0\)/,
    ],
    [
      'a test that needs the neighbours of the file',
      ['--test', 'cat $(dirname {})/friend.txt {} | grep -q "friendly"'],
      /It works in the file's own directory, so it needs the files beside it/,
    ],
    [
      'a test that needs what lies above the file, without naming it',
      ['--test', 'grep -q friendly ../sub/friend.txt'],
      /It works in the file's own directory/,
    ],
    [
      'a test that looks for a file that is not there',
      ['--test', 'cat {} nowhere.txt && grep -q needle {}'],
      /Seen: "cat: nowhere\.txt: No such file or directory" \(exit code 1\)\. .* Paths are relative to/,
    ],
    [
      'a program that is not there, whatever the rule',
      ['--test', 'nosuchprogram {}', '--exit', 'not 0'],
      /The command was not found or cannot be run \(.*nosuchprogram.*\): check its name and its path\./,
    ],
    ['a test that does not end', ['--test', 'sleep 43.1 # {}', '--timeout', '200ms'], /did not end within 0.2 s/],
    [
      'a pattern that is not matched',
      ['--test', 'cat {}', '--match', 'diamond'],
      /Expected: any exit code, and the output matches \/diamond\//,
    ],
  ];
  for (const [what, args, message] of cases) {
    it(`is told in one sentence: ${what}`, async () => {
      mkdirSync(at('sub'));
      write('sub/in.txt', 'needle\n');
      write('sub/friend.txt', 'friendly\n');
      write('package.json', '{}');
      const run = await reduce('sub/in.txt', ...args);
      assert.equal(run.code, 1);
      assert.match(
        run.stderr.split('\n').find((line) => line.startsWith('whittle: '))!,
        message,
      );
      assert.deepEqual(readdirSync(at('sub')).sort(), ['friend.txt', 'in.txt']);
    });
  }

  it('never gives the file itself to a test that writes', async () => {
    write('in.txt', 'needle\n');
    const run = await reduce('in.txt', '--test', 'echo gone > {}; exit 1');
    assert.equal(run.code, 1);
    assert.equal(read('in.txt'), 'needle\n');
  });
});

describe('a flaky test', () => {
  unprotected();
  /** Fails at every run whose number is a multiple of `period`, and where there is no needle. */
  const flaky = (period: number) => {
    write('runs', '');
    const count = `echo >> '${join(directory.path, 'runs')}'; [ $(( $(wc -l < '${join(directory.path, 'runs')}') % ${period} )) != 0 ]`;
    return `${count} && grep -q needle {}`;
  };

  beforeEach(() => write('in.txt', 'a\nneedle\nb\nc\nd\n'));

  it('is found out before the first cut, and told with what helps', async () => {
    const run = await reduce('in.txt', '--test', flaky(3));
    assert.match(run.stderr, /^The test shows the bug on the input in 10 of 1\d runs/m);
    assert.match(
      run.stderr,
      /^The bug shows in 10 of 1\d runs\. Whittle repeats tests, and the result will show it at least half as often\.$/m,
    );
    assert.match(run.stderr, / verified in \d+ of \d+ runs, \d+% to \d+% \(the input held in \d+ of \d+\)$/m);
    assert.equal(read('in.reduced.txt'), 'needle\n');
  });

  it('reduces to the end, if some of several runs are enough', async () => {
    const run = await reduce('in.txt', '--test', flaky(3), '--runs', '5', '--need', '3', '--json');
    assert.equal(run.code, 0, run.stderr);
    assert.equal(read('in.reduced.txt'), 'needle\n');
    const { held, runs, notice } = calibratedOf(run);
    assert.deepEqual([held, runs], [4, 5]);
    assert.equal(notice, undefined);
    const { reliability, confirmed } = finishedOf(run);
    assert.ok(confirmed);
    const { held: again, runs: times } = reliability!.result;
    assert.equal(times % 5, 0);
    assert.ok(again >= (3 / 5) * times);
  });

  it('is refused, if it holds too seldom for what is asked', async () => {
    const run = await reduce('in.txt', '--test', flaky(2), '--runs', '4', '--need', '4');
    assert.equal(run.code, 1);
    assert.match(run.stderr, /shows the bug in only 2 of 4 runs, but 4 of 4 are required/);
  });

  it('is not what a test is that always says the same', async () => {
    const run = await reduce('in.txt', '--test', 'grep -q needle {}');
    assert.match(run.stderr, /^The test shows the bug on the input \(\d+ ms a test\)\.$/m);
    assert.match(run.stderr, / · verified$/m);
  });
});
