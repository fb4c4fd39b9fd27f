/** `--minimize`: the test prints a number, which becomes small beside the text. */
import assert from 'node:assert/strict';
import type { Finished } from '../../../src/reduction/events/events';
import { workplace } from '../../support/cli';
import { seldom } from '../../support/seldom';

const { at, write, read, reduce } = workplace();

/** Fails in as many of its ten runs as words let it: `race(` is the bug, `wait(` hides it, `hurry(` shows it. */
const tool = `const text = require('fs').readFileSync(process.argv[2], 'utf8');
const count = (word) => text.split(word + '(').length - 1;
if (count('(') !== count(')')) process.exit(0);
const passed = Math.max(0, Math.min(10, 6 + 2 * count('wait') - 3 * count('hurry')));
console.log('passed: 1 of the warm-up');
console.log('passed: ' + passed.toLocaleString('en') + ' of 10');
if (count('race') > 0 && passed < 10) throw new Error('race');
`;

const words = ['wait', 'hay', 'hurry', 'more', 'race', 'wait', 'hurry', 'last'];
const input = words.map((word) => `${word}(1);\n`).join('');

async function reduced(...more: readonly string[]) {
  const test = ['--same-failure', '--test', `node ${at('tool.cjs')} {}`];
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
    write('tool.cjs', tool);
    write('in.js', input);
  });

  const minimize = ['--minimize', 'passed: (\\d+)', '-o', 'in.reduced.js'];

  it('does not become larger: a flaky failure fails always', async () => {
    const { number, left } = await reduced(...minimize);
    assert.deepEqual(number, { before: 4, after: 0 });
    assert.deepEqual(left, ['hurry', 'race', 'hurry']);
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
    write(
      'count.cjs',
      "const text = require('fs').readFileSync(process.argv[2], 'utf8'); console.log('num: ' + (1000 - text.length)); process.exit(text.includes('race') ? 0 : 1);",
    );
    const args = ['in.js', '--test', `node ${at('count.cjs')} {}`, '--keep', 'race', '--minimize', 'num: (\\d+)'];
    const { stderr, code } = await reduce(...args);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /number (\d+) → \1 · .*verified/);
  });

  it('is told beside the size', async () => {
    const { stderr } = await reduce('in.js', '--same-failure', '--test', `node ${at('tool.cjs')} {}`, ...minimize);
    assert.match(stderr, /^40 → \d+ tokens · \d+% · number 4 → 0 · /m);
  });

  it('must be there: without one the run does not begin', async () => {
    const args = ['in.js', '--same-failure', '--test', `node ${at('tool.cjs')} {}`];
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
