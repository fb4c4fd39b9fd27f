/** `whittle why`: a short test, and the smallest change since it passed that makes it fail, by real runs. */
import assert from 'node:assert/strict';
import { execSync } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { whittle, workplace } from '../../support/cli';
import { gitIn } from '../../support/git';
import { seldom } from '../../support/seldom';
import { realRoot, writeTree } from '../../support/tree';

const { directory, read } = workplace();

const test = `const { it } = require('node:test');
const assert = require('node:assert');
const { total } = require('../lib/cart.js');

it('is empty', () => assert.equal(total([]), 0));
it('adds up', () => {
  const prices = [1, 2];
  console.log(prices);
  prices.push(3);
  assert.equal(total(prices), 6);
});
`;
const cart = `const { round } = require('./round.js');

exports.total = (prices) => {
  let sum = 0;
  for (const price of prices) sum += price;
  return round(sum);
};
`;
const round = `exports.round = (value) => {
  return Math.round(value * 100) / 100;
};
`;

describe('whittle why', function () {
  this.timeout(240_000); // runs node some dozen times

  /** `commits`: subjects of commits of the changed files, the first with the changes, each other one with a line more. */
  const changed = async (
    changes: Readonly<Record<string, string>>,
    { before = {}, commits = [] as readonly string[], limits = [] as readonly string[], prepared = () => {} } = {},
  ) => {
    const root = realRoot(directory);
    const git = (...args: string[]) => gitIn(root, ...args);
    writeTree(root, {
      'package.json': {},
      'test/cart.test.js': test,
      'lib/cart.js': cart,
      'lib/round.js': round,
      ...before,
    });
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '-m', 'right');
    for (const [path, text] of Object.entries(changes)) writeFileSync(join(root, path), text);
    for (const [at, subject] of commits.entries()) {
      for (const path of Object.keys(changes)) appendFileSync(join(root, path), at === 0 ? '' : `// ${subject}\n`);
      git('commit', '--quiet', '--all', '-m', subject);
    }
    prepared();
    const file = join(root, 'test/cart.test.js');
    const run = await whittle(['why', 'test/cart.test.js', '-j', '2', ...limits], root);
    assert.equal(run.code, 0, run.stderr);
    // The message of the result is free, and its line may be shorter.
    assert.doesNotMatch(run.stderr, /^The result shows the bug: .*(?:, at: |==)/m);
    assert.equal(read('test/cart.test.js'), test);
    assert.match(run.stdout, new RegExp(`^${join(dirname(file), 'cart.test.why.md')}$`, 'm'));
    const page = read('test/cart.test.why.md');
    assert.ok(run.stdout.startsWith(page));
    assert.ok(page.includes(read('test/cart.reduced.test.js')));
    return page;
  };

  it('tells the test, and the line of the one file that makes it fail, among other changes', async () => {
    const page = await changed({
      'lib/cart.js': cart.replaceAll('sum', 'whole').replace('price of', 'price   of'),
      'lib/round.js': `// Rounds.\n${round.replace(') / 100', ') / 10').replace('value *', 'value  *')}`,
    });
    assert.match(page, /^# Why `adds up` fails$/m);
    assert.doesNotMatch(page, /is empty|console\.log/);
    assert.match(page, /^No commit has it yet\.$/m);
    // As a person types it.
    assert.doesNotMatch(page, /--reporter|--tb=|--test-reporter/);
    const [, patch] = /```diff\n([^]*?)```/.exec(page)!;
    const lines = patch.split('\n').filter((line) => /^[+-](?![+-])/.test(line));
    assert.deepEqual(
      lines,
      // As they stand in the revision and in the file: the blanks, which do not matter, too.
      ['-  return Math.round(value * 100) / 100;', '+  return Math.round(value  * 100) / 10;'],
    );
    assert.match(
      page,
      /With the change it fails[^]*60 == 6[^]*Without the change it passes[^]*git restore --source \w{7} lib\/round\.js && [^]*`git restore lib\/round\.js` takes it back/,
    );
  });

  it('has its page within its limits, if too little is left to isolate the change, too', async () => {
    const page = await changed(
      { 'lib/round.js': `// Rounds.\n${round.replace(') / 100', ') / 10')}` },
      { limits: ['--max-tests', '8'] },
    );
    assert.match(page, /^The comparison met its limit before its end: not all of these lines need matter\.$/m);
    assert.match(page, /git restore --source \w{7} lib\/round\.js && /);
  });

  it('tells the line of a file that has got another name, too', async () => {
    const root = realRoot(directory);
    const page = await changed(
      {
        'lib/cart.js': cart.replace('./round.js', './rounding.js'),
        'lib/round.js': round.replace(') / 100', ') / 10'),
      },
      { prepared: () => gitIn(root, 'mv', '--force', 'lib/round.js', 'lib/rounding.js') },
    );
    assert.match(page, /^\+ {2}return Math\.round\(value \* 100\) \/ 10;$/m);
    const [, line] = /passes[^]*```sh\n(git show \w{7}:\.\/lib\/round\.js > lib\/rounding\.js) && /.exec(page)!;
    execSync(line, { cwd: root });
    assert.equal(read('lib/rounding.js'), round);
  });

  it('tells the commit that has brought it, among later ones of the same file', async () => {
    const commits = ['cart: count one more', 'cart: words', 'cart: more words', 'cart: even more'];
    const page = await changed({ 'lib/cart.js': cart.replace('let sum = 0', 'let sum = 1') }, { commits });
    assert.match(page, /^## The change since HEAD~4 \(\w{7}\) that makes it fail$/m);
    assert.match(page, /^It came with the commit `\w{7} cart: count one more`\.$/m);
  });

  seldom.it('isolates among several changes of which each makes it fail, with the others restored', async () => {
    const page = await changed({
      'lib/cart.js': cart.replace('+= price', '+= price + 1'),
      'lib/round.js': round.replace(') / 100', ') / 10'),
    });
    assert.match(page, /^[+].*(?:\+ 1;|\) \/ 10;)$/m);
    assert.match(page, /git restore --source \w{7} lib\/\w+\.js lib\/\w+\.js && /);
  });

  seldom.it('tells the condition with whose opposite it passes, where no revision is known', async () => {
    const wrong = cart.replace('sum += price', 'sum += price > 2 ? 0 : price');
    const page = await changed({}, { before: { 'lib/cart.js': wrong } });
    assert.match(page, /If price > 2 \(cart\.js:5\) is turned round, the test passes/);
    assert.match(page, /No revision is known at which the test passes: name one \(--passes-at\)\./);
    assert.doesNotMatch(page, /Without the change/);
  });
});
