/** `whittle isolate` as users run it. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { eventsOf, whittle, whittleProcess, workplace } from '../../support/cli';
import { seldom } from '../../support/seldom';

const { directory, at, write, read } = workplace();

const isolate = (...args: string[]) => whittle(['isolate', ...args], directory.path);

describe('whittle isolate', () => {
  const works = 'let a = 1;\nlet b = 2;\nlet c = a + b;\nprint(c);\n';
  const crashes = 'let a = 10;\nlet b = 20;\nlet c = a * b;\nprint(c, b);\n';

  it('writes a passing and a failing file one word apart, and prints the difference', async () => {
    write('works.js', works);
    write('crashes.js', crashes);
    const run = await isolate('crashes.js', 'works.js', '--test', `grep -q '[*]' {}`);
    assert.equal(run.code, 0, run.stderr);
    const [passing, failing] = [read('crashes.passing.js'), read('crashes.failing.js')];
    assert.equal(passing.replace('a + b', 'a * b'), failing);
    assert.match(run.stdout, /^-let c = a \+ b;$/m);
    assert.match(run.stdout, /^\+let c = a \* b;$/m);
    assert.match(run.stderr, /1 word differs · \d+ tests · .* · verified/);
    assert.equal(read('crashes.js'), crashes);
    assert.equal(read('works.js'), works);
  });

  it('starts from the empty file, and tells each step as an event', async () => {
    write('list.txt', Array.from({ length: 64 }, (_, index) => `${index}\n`).join(''));
    const run = await isolate('list.txt', '--test', `grep -q '^42$' {}`, '--unit', 'lines', '--json');
    const events = eventsOf(run);
    const last = events.at(-1)!;
    assert.ok(last.event === 'isolated' && last.confirmed && last.changes === 1, JSON.stringify(last));
    assert.ok(last.search.tests <= 14, `${last.search.tests}`);
    const left = events.flatMap((event) => (event.event === 'narrowed' ? [event.changes] : []));
    const [started] = events;
    assert.ok(started.event === 'started');
    assert.deepEqual(started.difference, { changes: 64, unit: 'lines' });
    assert.deepEqual(left, [32, 16, 8, 4, 2, 1]);
    assert.equal(read('list.failing.txt').replace('42\n', ''), read('list.passing.txt'));
  });

  it('takes exit code 125 for a candidate that cannot be judged', async () => {
    write('works.txt', 'a\nb\nc\nd\n');
    write('crashes.txt', 'a\nX\nY\nd\n');
    // X and Y only work together.
    const test = 'case $(grep -c "[XY]" {}) in 1) exit 125;; 2) exit 0;; *) exit 1;; esac';
    const run = await isolate('crashes.txt', 'works.txt', '--test', test, '--unit', 'lines', '--json');
    const last = eventsOf(run).at(-1)!;
    assert.ok(last.event === 'isolated' && last.changes === 2, JSON.stringify(last));
    assert.equal(read('crashes.failing.txt'), 'a\nX\nY\nd\n');
    assert.equal(read('crashes.passing.txt'), 'a\nb\nc\nd\n');
  });

  it('needs no test where one word is the whole difference', async () => {
    write('works.txt', 'a b c\n');
    write('crashes.txt', 'a X c\n');
    const run = await isolate('crashes.txt', 'works.txt', '--test', 'grep -q X {}', '--json');
    const last = eventsOf(run).at(-1)!;
    assert.ok(last.event === 'isolated' && last.search.tests === 0 && last.confirmed);
  });

  it('keeps bytes that are not UTF-8', async () => {
    write('works.bin', Buffer.from([0xff, 10, 1, 10, 2, 10]));
    write('crashes.bin', Buffer.from([0xff, 10, 3, 10, 4, 10]));
    const run = await isolate('crashes.bin', 'works.bin', '--test', `grep -aq "$(printf '\\004')" {}`);
    assert.equal(run.code, 0, run.stderr);
    assert.ok(existsSync(at('crashes.failing.bin')));
  });

  const wrong: [string, string[], RegExp, number][] = [
    ['equal files', ['works.js', 'works.js', '--test', 'true'], /The two files are the same/, 2],
    ['a property of both', ['crashes.js', 'works.js', '--test', 'true'], /shows the bug on the passing input too/, 1],
    [
      'a property of neither',
      ['crashes.js', 'works.js', '--test', 'false'],
      /not in the expected way|does not show the bug/,
      1,
    ],
    [
      'no answer',
      ['crashes.js', 'works.js', '--test', `grep -q '[*]' {} || exit 125`],
      /has no verdict for the passing/,
      1,
    ],
    ['a unit that is none', ['crashes.js', 'works.js', '--test', 'true', '--unit', 'pages'], /"pages"/, 2],
    ['a file that is not there', ['crashes.js', 'nowhere.js', '--test', 'true'], /nowhere\.js does not exist/, 2],
    ['no command', ['crashes.js', 'works.js'], /Which command shows the bug\? Try:/, 2],
  ];
  for (const [what, args, message, code] of wrong) {
    it(`says in one sentence what is wrong: ${what}`, async () => {
      write('works.js', works);
      write('crashes.js', crashes);
      const run = await isolate(...args);
      assert.match(run.stderr, message);
      assert.equal(run.code, code);
      assert.equal(existsSync(at('crashes.failing.js')), false);
    });
  }

  seldom.it('prints no difference that is too long to be found in time, and counts it all the same', async () => {
    const lines = (name: string) => Array.from({ length: 5000 }, (_, index) => `${name} ${index}\n`).join('');
    write('works.txt', lines('a'));
    write('crashes.txt', `${lines('b')}BUG\n`);
    const run = await isolate(
      'crashes.txt',
      'works.txt',
      '--test',
      'grep -q BUG {}',
      '--unit',
      'lines',
      '--max-tests',
      '4',
    );
    assert.equal(run.code, 0, run.stderr);
    assert.match(run.stderr, /[25],[05]0\d lines differ/);
    assert.match(run.stdout, /differ too much to print the difference\.\n$/);
  });

  it('proposes the line with the two inputs in the right order, if they are swapped', async () => {
    write('works.js', works);
    write('crashes.js', crashes);
    const swapped = await isolate('works.js', 'crashes.js', '--test', `grep -q '[*]' {}`);
    assert.match(
      swapped.stderr,
      /shows the bug on the passing input, and not on the failing one: swap them, or change the rule/,
    );
    assert.match(swapped.stderr, /If they are swapped:\n {2}whittle isolate crashes\.js works\.js --test /);
    assert.equal(swapped.code, 1);
    const test = '! grep "[*]" {}';
    const learned = await isolate('works.js', 'crashes.js', '--test', test, '--same-failure');
    assert.match(learned.stderr, /\n {2}whittle isolate crashes\.js works\.js --test '.*' --same-failure -j 1/);
    const right = await isolate('crashes.js', 'works.js', '--test', test, '--same-failure');
    assert.equal(right.code, 0, right.stderr);
    assert.match(right.stderr, /^Whittle has made both files: each may be a mixture of your two inputs\.$/m);
  });

  it('replaces neither input', async () => {
    write('crashes.passing.js', works);
    write('crashes.js', crashes);
    const run = await isolate('crashes.js', 'crashes.passing.js', '--test', `grep -q '[*]' {}`);
    assert.equal(run.code, 2);
    assert.match(run.stderr, /would replace the input/);
    assert.equal(read('crashes.passing.js'), works);
  });

  seldom.it('goes on from its journal when it was killed, to the same bytes', async () => {
    write('list.txt', Array.from({ length: 64 }, (_, index) => `${index}\n`).join(''));
    const args = ['list.txt', '--test', `sleep 0.1; grep -q '^42$' {}`, '--unit', 'lines'];
    await isolate(...args);
    const whole = ['list.failing.txt', 'list.passing.txt'].map(read);
    const killed = await whittleProcess(
      ['isolate', ...args, '--journal', 'journal', '--json'],
      directory.path,
      /"changes":8/,
      'SIGKILL',
    );
    assert.equal(killed.code, null);
    const resumed = await isolate(...args, '--journal', 'journal', '--json');
    const events = eventsOf(resumed);
    const at = events.findIndex(({ event }) => event === 'resumed');
    const last = events.at(-1)!;
    assert.ok(at > 0 && last.event === 'isolated' && last.confirmed, resumed.stdout);
    const next = events.slice(at).find(({ event }) => event === 'narrowed');
    assert.ok(next?.event === 'narrowed' && next.changes <= 16, 'the state before is told first');
    assert.deepEqual(['list.failing.txt', 'list.passing.txt'].map(read), whole);
  });

  it('does not take the journal for its result', async () => {
    write('works.js', works);
    write('crashes.js', crashes);
    const run = await isolate('crashes.js', 'works.js', '--test', 'true', '--journal', 'crashes.passing.js');
    assert.equal(run.code, 2);
    assert.match(run.stderr, /The journal would be replaced by the output: choose another --journal\./);
  });

  it('ends at a budget and at Ctrl-C with the closest texts so far', async () => {
    write('list.txt', Array.from({ length: 64 }, (_, index) => `${index}\n`).join(''));
    const args = ['list.txt', '--test', `sleep 0.05; grep -q '^42$' {}`, '--unit', 'lines', '--json'];
    const budget = eventsOf(await isolate(...args, '--max-tests', '12')).at(-1)!;
    assert.ok(budget.event === 'isolated' && budget.ending === 'tests' && budget.changes < 64 && budget.confirmed);
    const run = await whittleProcess(['isolate', ...args], directory.path, /"changes":16/);
    const last = eventsOf(run).at(-1)!;
    assert.equal(run.code, 130);
    assert.ok(last.event === 'isolated' && last.ending === 'interrupted' && last.changes <= 16);
  });
});
