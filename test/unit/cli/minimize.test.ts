/** `--minimize`: the test prints a number, which becomes small beside the text. */
import assert from 'node:assert/strict';
import type { Finished } from '../../../src/reduction/events/events';
import { workplace } from '../../support/cli';
import { seldom } from '../../support/seldom';

const { at, write, read, reduce } = workplace();

/** Fails in as many of its ten runs as words let it: `race(` is the bug, `wait(` hides it, `hurry(` shows it. */
const tool = `text=$(< "$1")
count() { local rest=\${text//"$1("}; n=$(( (\${#text} - \${#rest}) / (\${#1} + 1) )); }
opened=\${text//"("}; closed=\${text//")"}
[ \${#opened} = \${#closed} ] || exit 0
count wait; passed=$((6 + 2 * n)); count hurry; passed=$((passed - 3 * n))
passed=$((passed < 0 ? 0 : passed > 10 ? 10 : passed))
echo "passed: 1 of the warm-up"
echo "passed: $passed of 10"
count race; [ $n = 0 ] || [ $passed = 10 ] || { echo "Error: race" >&2; exit 1; }
`;

const words = ['wait', 'hay', 'hurry', 'more', 'race', 'wait', 'hurry', 'last'];
const input = words.map((word) => `${word}(1);\n`).join('');

async function reduced(...more: readonly string[]) {
  const test = ['--same-failure', '--test', `bash ${at('tool.sh')} {}`];
  const { stdout, stderr, code } = await reduce('in.js', ...test, ...more, '--json');
  assert.equal(code, 0, stderr);
  const events = stdout.trim().split('\n');
  const end = events.map((line) => JSON.parse(line) as Finished).find(({ event }) => event === 'finished')!;
  return {
    number: end.number,
    tests: end.tests,
    text: read('in.reduced.js'),
    left: read('in.reduced.js').match(/\w+(?=\()/g),
  };
}

describe('a number that becomes small', () => {
  beforeEach(() => {
    write('tool.sh', tool);
    write('in.js', input);
  });

  const minimize = ['--minimize', 'passed: (\\d+)', '-o', 'in.reduced.js'];

  it('does not become larger: a flaky failure fails always', async () => {
    const { number, left } = await reduced(...minimize);
    assert.deepEqual(number, { before: 4, after: 0 });
    assert.deepEqual(left, ['hurry', 'race', 'hurry']);
  });

  it('is not smaller by luck, and what makes it smaller stays', async () => {
    // The sum of three dice, and four times their deviation without `hurry`.
    const dice = `count race; [ $n = 0 ] && exit 0
count hurry; echo "passed: $((RANDOM % 6 + RANDOM % 6 + RANDOM % 6 + (n == 2 ? 0 : 12)))"; echo "Error: race" >&2; exit 1
`;
    write('tool.sh', `${tool.split('\n').slice(0, 4).join('\n')}\n${dice}`);
    const { number, left } = await reduced(...minimize);
    // A mean of 16 runs, whose smallest number is 0.
    assert.ok(number!.after > number!.before - 4, JSON.stringify(number));
    assert.equal(left?.filter((word) => word === 'hurry').length, 2);
    assert.ok(left.includes('race') && left.length < words.length, left.join());
  });

  it('counts less than the size, if that is preferred', async () => {
    const { number, left } = await reduced(...minimize, '--prefer', 'size');
    assert.deepEqual([number, left], [{ before: 4, after: 6 }, ['race']]);
  });

  seldom.it('is the same for any number of jobs, and for a run that goes on', async () => {
    const alone = await reduced(...minimize, '-j', '1');
    assert.deepEqual((await reduced(...minimize, '-j', '3')).text, alone.text);
    await reduced(...minimize, '--journal', 'journal', '--max-tests', '15');
    const { text, number } = await reduced(...minimize, '--journal', 'journal');
    assert.deepEqual([text, number], [alone.text, alone.number]);
  });

  it('refuses no candidate in a way that looks like a test that has changed', async () => {
    write('count.sh', 'text=$(< "$1"); echo "num: $((1000 - ${#text}))"; [[ $text = *race* ]]');
    const args = ['in.js', '--test', `bash ${at('count.sh')} {}`, '--keep', 'race', '--minimize', 'num: (\\d+)'];
    const { stderr, code } = await reduce(...args);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /number (\d+) → \1 · .*verified/);
  });

  it('is told with all its digits if it is the same in each run', async () => {
    write('long.sh', 'echo "num: 1234567"; grep -q race "$1"');
    const args = ['in.js', '--test', `bash ${at('long.sh')} {}`, '--minimize', 'num: (\\d+)'];
    const { stderr } = await reduce(...args);
    assert.match(stderr, /number 1234567 → 1234567 · .*verified/);
  });

  it('is told beside the size', async () => {
    const { stderr } = await reduce('in.js', '--same-failure', '--test', `bash ${at('tool.sh')} {}`, ...minimize);
    assert.match(stderr, /^40 → \d+ tokens · \d+% · number 4 → 0 · /m);
  });

  it('must be there: without one the run does not begin', async () => {
    const args = ['in.js', '--same-failure', '--test', `bash ${at('tool.sh')} {}`];
    const { stderr, code } = await reduce(...args, '--minimize', 'seconds: (\\d+)');
    assert.equal(code, 1);
    assert.match(
      stderr,
      /has no number that \/seconds: \(\\d\+\)\/ finds: print one, or correct the expression \(--minimize\)\./,
    );
    const wrong = await reduce(...args, '--minimize', '(');
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /is not a regular expression/);
  });
});
