/** Failing tests, as agents give them to `whittle mcp`. */
import assert from 'node:assert/strict';
import { workplace } from '../../support/cli';
import { gitIn } from '../../support/git';
import { served, textsOf, type Served } from '../../support/mcp';
import { seldom } from '../../support/seldom';
import { ownState } from '../../support/state';

let server: Served | undefined;
afterEach(async () => {
  await server?.client.close();
  server = undefined;
});
const { directory, at, write, read } = workplace();
ownState(at);
const quick = { jobs: 1, timeout: 60 };
const hay = Array.from({ length: 40 }, (_, line) => `let a${line} = ${line};`);

describe('an agent with a failing test', () => {
  seldom.it('reduces a failing test without a command', async () => {
    const lines = hay.map((line) => `  ${line}`).join('\n');
    const test = `const test = require('node:test');\nconst assert = require('node:assert');\ntest('adds', () => {\n${lines}\n  assert.equal(1 + 1, 3);\n});\n`;
    write('package.json', '{}');
    write('sum.test.js', test);
    const { call } = (server = await served(directory.path));
    const answer = await call('whittle_reduce', { file: 'sum.test.js', test: ['adds'], runs: 2, ...quick });
    assert.equal(answer.isError, undefined, textsOf(answer)[0]);
    assert.match(read('sum.reduced.test.js'), /assert\.equal\(1 \+ 1, 3\)/);
    assert.doesNotMatch(read('sum.reduced.test.js'), /let a/);
    const [words] = textsOf(await call('whittle_reduce', { file: 'sum.test.js', maxTests: 3 }));
    assert.match(words, /in the test "adds"/);
  });

  seldom.it('tells the change that makes a test fail', async () => {
    const uses = `const { sum } = require('./sum.js');\nconst { test } = require('node:test');\nconst assert = require('node:assert');\n`;
    const tests = `test('is empty', () => assert.equal(sum([]), 0));\ntest('adds', () => {\n  console.log(1);\n  assert.equal(sum([1, 1]), 2);\n});\n`;
    const sum =
      'exports.sum = (all) => {\n  let whole = 0;\n  for (const one of all) whole += one;\n  return whole;\n};\n';
    write('package.json', '{}');
    write('sum.js', sum);
    write('sum.test.js', uses + tests);
    for (const args of [
      ['init', '-q'],
      ['add', '-A'],
      ['commit', '-qm', 'right'],
    ])
      gitIn(directory.path, ...args);
    write('sum.js', sum.replace('+= one', '+= one + 1').replace('let', 'var'));
    const { call } = (server = await served(directory.path));
    let [words, page] = textsOf(await call('whittle_reduce', { file: 'sum.test.js', why: true, ...quick }));
    for (let token; (token = /goes on\.\n.* token (\w+)/.exec(words)?.[1]);)
      [words, page] = textsOf(await call('whittle_continue', { token }));
    assert.match(words, /It was tested again and still fails/);
    assert.match(page, /^# Why `adds` fails$/m);
    assert.doesNotMatch(page, /is empty|console|var whole/);
    assert.match(page, /^-.* whole \+= one;\n\+.* whole \+= one \+ 1;$/m);
    const refused = await call('whittle_reduce', { file: 'sum.js', command: 'false', why: true });
    assert.match(textsOf(refused)[0], /^"why" is for a failing test: give "test" in place/);
  });
});
