/** Several `--test`s as one property, as users say them. */
import assert from 'node:assert/strict';
import { eventsOf, finishedOf, whittle, workplace } from '../../support/cli';
import { seldom } from '../../support/seldom';

const { directory, write, read, reduce } = workplace();

const input = Array.from({ length: 40 }, (_, line) => `line ${line}\n`).join('');
const only = (...words: string[]) => words.flatMap((word) => ['--test', `grep -qx '${word}' {}`]);

describe('several tests', () => {
  beforeEach(() => write('in.txt', input));

  it('must all hold', async () => {
    const run = await reduce('in.txt', ...only('line 7', 'line 31'));
    assert.equal(run.code, 0, run.stderr);
    assert.equal(read('in.reduced.txt'), 'line 7\nline 31\n');
    assert.match(run.stderr, /verified/);
  });

  seldom.it('have the rules that stand after them; what stands before all is for all', async () => {
    write('crash.sh', 'grep -q "line 3$" "$1" && { echo "Error: three" >&2; exit 9; }; exit 0');
    write('said.sh', 'grep -x "line 20" "$1"; exit 1');
    const run = await reduce(
      ...['in.txt', '--no-match', 'never said'],
      ...['--test', 'sh crash.sh {}'],
      ...['--exit', '9', '--match', 'stderr:^Error: three$'],
      ...['--test', 'sh said.sh {}', '--match', 'stdout:line 20'],
      ...['--test', '! grep -q gone {}', '--json'],
    );
    assert.equal(run.code, 0, run.stderr);
    assert.equal(read('in.reduced.txt'), 'line 3\nline 20\n');
    const calibrated = eventsOf(run).find((event) => event.event === 'calibrated');
    assert.ok(calibrated?.event === 'calibrated');
    const noMatch = [{ pattern: 'never said' }];
    assert.deepEqual(
      calibrated.rules.map(({ command, rule }) => [command, rule]),
      [
        ['sh crash.sh {}', { exit: { codes: [9] }, match: [{ stream: 'stderr', pattern: '^Error: three$' }], noMatch }],
        ['sh said.sh {}', { match: [{ stream: 'stdout', pattern: 'line 20' }], noMatch }],
        ['! grep -q gone {}', { exit: { codes: [0] }, noMatch }],
      ],
    );
  });

  seldom.it('learn each its own failure', async () => {
    write('one.sh', 'grep -q "line 3$" "$1" && { echo "Error: three" >&2; exit 9; }; exit 0');
    write('two.sh', 'grep -q "line 4$" "$1" && { echo "Error: four" >&2; exit 8; }; exit 0');
    const tests = ['--test', 'sh one.sh {}', '--test', 'sh two.sh {}'];
    const run = await reduce('in.txt', '--same-failure', ...tests);
    assert.equal(run.code, 0, run.stderr);
    assert.equal(read('in.reduced.txt'), 'line 3\nline 4\n');
    assert.match(run.stderr, /^sh one\.sh \{\}: Learned from the failure: exit code 9, and .*three/m);
    assert.match(run.stderr, /^sh two\.sh \{\}: Learned from the failure: exit code 8, and .*four/m);
  });

  it('say which of them does not hold on the input', async () => {
    const run = await reduce('in.txt', ...only('line 7', 'line 99'));
    assert.equal(run.code, 1);
    assert.match(run.stderr, /^whittle: grep -qx 'line 99' {}: The command fails, but not in the expected way/m);
  });

  seldom.it('may hold for an empty file, if not all do', async () => {
    const run = await reduce('in.txt', '--test', 'true {}', ...only('line 7'));
    assert.equal(run.code, 0, run.stderr);
    assert.equal(read('in.reduced.txt'), 'line 7\n');
    const all = await reduce('in.txt', '--test', 'true {}', '--test', 'true');
    assert.match(all.stderr, /The command shows the bug on an empty file too/);
  });

  it('give the same result with two at once and in place', async () => {
    for (const how of [
      ['-j', '2'],
      ['--place', 'in-place'],
    ]) {
      const run = await reduce('in.txt', ...only('line 7', 'line 31'), ...how);
      assert.equal(run.code, 0, run.stderr);
      assert.equal(read('in.reduced.txt'), 'line 7\nline 31\n');
      assert.equal(read('in.txt'), input);
    }
  });

  seldom.it('are resumed with the rules that were learned', async () => {
    write('one.sh', 'grep -q "line 3$" "$1" && { echo "Error: three" >&2; exit 9; }; exit 0');
    const tests = [...only('line 7'), '--test', 'sh one.sh {}', '--same-failure'];
    const first = await reduce('in.txt', ...tests, '--journal', 'j', '--max-tests', '6', '--json');
    assert.equal(finishedOf(first).ending, 'tests', first.stderr);
    const second = await reduce('in.txt', ...tests, '--journal', 'j', '--json');
    assert.equal(second.code, 0, second.stderr);
    assert.equal(read('in.reduced.txt'), 'line 3\nline 7\n');
    // Another second command is another test.
    const other = await reduce('in.txt', ...only('line 7', 'line 8'), '--journal', 'j');
    assert.equal(other.code, 2);
    assert.match(other.stderr, /another test/);
  });

  it('make a property of two files to isolate', async () => {
    write('works.txt', input.replace('line 7\n', '').replace('line 31\n', ''));
    const run = await whittle(['isolate', 'in.txt', 'works.txt', ...only('line 7', 'line 31')], directory.path);
    assert.equal(run.code, 0, run.stderr);
    assert.match(run.stdout, /^\+line (7|31)$/m);
  });
});
