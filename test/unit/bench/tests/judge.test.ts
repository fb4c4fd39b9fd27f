/** The judge of `bench tests`, with real projects of node:test: only a test that depends on the bug is meaningful. */
import assert from 'node:assert';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judge } from '../../../bench/tests/judge';
import { freshDirectory } from '../../../support/files';

const one = { runner: 'node:test', test: 'total.test.js', titles: ['cart', 'has a total'] } as const;

const whole = `const assert = require('node:assert');
const { describe, it } = require('node:test');
const { total } = require('./total');
describe('cart', () => {
  it('is empty', () => assert.equal(total([]), 0));
  it('has a total', () => assert.equal(total([1, 2]), 3, 'the total is wrong'));
});
`;

describe('the judge of bench tests', () => {
  const directory = freshDirectory();

  async function judged(text: string) {
    const pair = { right: join(directory.path, 'right'), wrong: join(directory.path, 'wrong') };
    for (const [path, sign] of [[pair.right, '+'] as const, [pair.wrong, '-'] as const]) {
      mkdirSync(path);
      writeFileSync(join(path, 'total.js'), `exports.total = (all) => all.reduce((sum, one) => sum ${sign} one, 0);`);
    }
    const { right, wrong, meaningful } = await judge(one, text, pair);
    return `${right} ${wrong} ${meaningful}`;
  }

  it('takes a test that the bug decides', async () => {
    assert.equal(await judged(whole), 'passed failed true');
  });

  it('refuses one that fails anyway', async () => {
    const vacuous = `const assert = require('node:assert');
const { describe, it } = require('node:test');
describe('cart', () => { it('has a total', () => assert(0, 'the total is wrong')); });`;
    assert.equal(await judged(vacuous), 'failed failed false');
  });

  it('refuses one that passes anyway', async () => {
    assert.equal(await judged(whole.replace('[1, 2]), 3', '[]), 0')), 'passed passed false');
  });

  it('refuses one that is not there: another does not count', async () => {
    assert.equal(await judged(whole.replace('has a total', 'has another')), 'absent absent false');
  });

  it('refuses one whose file fails beside it', async () => {
    assert.equal(await judged(`${whole}process.exitCode = 3;`), 'passed beside a failure failed false');
  });

  it('refuses a file that cannot be read', async () => {
    assert.equal(await judged(`${whole}}`), 'absent absent false');
  });
});
