/** Failing tests, reduced with real runners: the result fails because of the bug, and passes as soon as it is mended. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandOracle, TestOracle } from '../../../src/reduction/job';
import { prepare, prepared } from '../../../src/failingTests/reduceTest';
import type { ReductionEvent } from '../../../src/reduction/events/events';
import { reduce } from '../../../src/reduction/reduce';
import { render } from '../../../src/text/source';
import { goModule, withIgnored, withoutEffect, withNumbers, withRows, withTrigger } from '../../support/failingModules';
import {
  python,
  pythonCondition,
  raises,
  rust,
  scriptWithRevision,
  withCondition,
  withMocha,
  withNode,
  withRevision,
  withScript,
  withTwins,
  type Project,
} from '../../support/failingProjects';
import { laidOut, mend, runOf } from '../../support/failingRun';
import { withLimit, withLiteral } from '../../support/failingLimit';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { testJobWith } from '../../support/jobs';
import { realRoot, writeTree } from '../../support/tree';
import { seldom } from '../../support/seldom';

const directory = freshDirectory();
expectNoRunRoots();

interface Result {
  readonly text: string;
  readonly notice: string;
  /** Said at the end. */
  readonly doubt?: string;
}

async function reduced(project: Project, test: Partial<TestOracle> = {}): Promise<Result> {
  const { path, root } = laidOut(project, realRoot(directory));
  const text = readFileSync(path, 'utf8');
  let notice = '';
  const job = testJobWith({ file: path, root, text, jobs: 2 }, test);
  const hear = (event: ReductionEvent) => void (event.event === 'started' && (notice = event.notice ?? ''));
  const outcome = await reduce(job, hear, new AbortController().signal, undefined, { prepare });
  assert.ok(outcome.finished.confirmed);
  assert.equal(readFileSync(path, 'utf8'), text);
  const result = render(outcome.state);
  writeFileSync(path, result);
  assert.equal(runOf(path, root), 'fails', result);
  mend(project, root);
  assert.equal(runOf(path, root), 'passes', result);
  return { text: result.trim(), notice, doubt: outcome.finished.notice };
}

function skipWithout(test: Mocha.Context, name: string, ...command: readonly [string, ...string[]]): void {
  if (spawnSync(command[0], command.slice(1)).status === 0) return;
  console.log(`      ${name} is not installed`);
  test.skip();
}

// Each test runs a test runner some dozen times.
describe('a failing test says the same of the bug when it is small', function () {
  this.timeout(720_000);

  // Plugins of the machine's pytest take most of its time.
  const quick = 'PYTEST_DISABLE_PLUGIN_AUTOLOAD';
  before(() => void (process.env[quick] = '1'));
  after(() => void delete process.env[quick]);

  it('mocha, without a repository', async () => {
    const { text, notice, doubt } = await reduced(withMocha);
    assert.match(doubt!, /may be about another reason/);
    assert.match(
      text,
      /it\('has a total'[^]*items\.push\([^]*assert\.ok\(sum >= 0, 'the total must not be negative'\)/,
    );
    assert.doesNotMatch(text, /is empty|quoted|hasNames|calls/);
    assert.match(notice, /No revision is known at which the test passes/);
  });

  for (const [by, project, told, left, gone] of [
    ['a condition', withCondition, /If item\.price < 0 \(cart\.js:\d\) is turned round/, /total\(/, /is empty|label/],
    [
      'a literal',
      withLiteral,
      /With 19 in place of 18 \(rate\.js:1\)/,
      /base = rate\(0\);\n.*base, 19\)/,
      /names|has a label/,
    ],
  ] as const) {
    it(`mocha, by ${by} of the sources, without which the test passes`, async () => {
      const { text, notice, doubt } = await reduced(project);
      assert.match(notice, told);
      assert.match(notice, /, the test passes, and so does the result/);
      assert.equal(doubt, undefined);
      assert.match(text, left);
      assert.doesNotMatch(text, gone);
    });
  }

  it('mocha, by a condition that is turned for numbers no further apart than those of the test', async () => {
    const { text, notice } = await reduced(withLimit);
    assert.match(notice, /If this\.has < amount \(bank\.js:\d+\) is turned round, the test passes/);
    assert.match(text, /deposit\(9990\)[^]*pay\(1990[^]*pay\(2500[^]*pay\(5440\)/);
  });

  seldom.it('pytest, by a condition of the sources with whose opposite the test passes', async function () {
    skipWithout(this, 'pytest', 'python3', '-c', 'import pytest');
    const { text, notice } = await reduced(pythonCondition);
    assert.match(notice, /If price < 0 \(cart\.py:\d\) is turned round, the test passes, and so does the result\./);
    assert.match(text, /total\(/);
    assert.doesNotMatch(text, /label/);
  });

  seldom.it('mocha, with a revision at which it passes', async () => {
    const { text, notice } = await reduced(withRevision);
    assert.match(text, /it\('has a total'[^]*total\(/);
    assert.doesNotMatch(text, /is empty/);
    assert.match(notice, /passes at HEAD~1 \(\w{7}\)/);
  });

  seldom.it('the script of a package, without a repository', async () => {
    const { text, notice } = await reduced(withScript);
    assert.match(text, /total\(/);
    assert.doesNotMatch(text, /names/);
    assert.match(notice, /The values that it compares are kept/);
  });

  seldom.it('the script of a package, with a revision at which it passes', async () => {
    const { text, notice } = await reduced(scriptWithRevision);
    assert.match(text, /total\(\[\{[^]*must not be negative/);
    assert.doesNotMatch(text, /costs nothing/);
    assert.match(notice, /passes at HEAD~1 \(\w{7}\)/);
  });

  seldom.it('cargo, without a repository', async function () {
    skipWithout(this, 'cargo', 'cargo', '--version');
    const { text, notice } = await reduced(rust, { titles: ['has_a_total'] });
    assert.match(text, /total\(&items\);[^]*the total must not be negative/);
    assert.doesNotMatch(text, /is_empty|names/);
    assert.match(notice, /The values that it compares are kept/);
  });

  seldom.it('node:test, by its titles: the one that fails of two that have them', async () => {
    const { text } = await reduced(withTwins, { titles: ['cart', 'has a total'] });
    assert.match(text, /'has a total'[^]*items\.push\([^]*must not be negative/);
    assert.doesNotMatch(text, /is empty|quoted|total\(\[\]\)/);
  });

  seldom.it('pytest: one case of a parametrised test with a fixture', async function () {
    skipWithout(this, 'pytest', 'python3', '-c', 'import pytest');
    const { text } = await reduced(python, { titles: ['TestQueue', 'test_size[1]'] });
    assert.match(text, /def filled\(\)[^]*def test_size[^]*assert filled\.size\(\) == more \+ 1/);
    assert.doesNotMatch(text, /test_passes/);
  });

  it('a statement without which the failure looks the same stays, as a condition below it matters', async () => {
    const { text } = await reduced(withTrigger);
    assert.match(text, /cache\.set\('a', 1\);[^]*cache\.set\('a', 2\);/);
  });

  it('what only this test runs of the sources must still be run', async () => {
    const { path, root } = laidOut(withIgnored, realRoot(directory));
    const titles = ['refuses an old version'];
    const job = testJobWith({ file: path, root, text: readFileSync(path, 'utf8') }, { titles });
    const { oracle } = await prepared(job, new AbortController().signal);
    const { kind, command } = (oracle as CommandOracle).guards!.at(-1)!;
    assert.equal(kind, 'differs');
    assert.match(command.env!.WHITTLE_TURN!.source, /^\[-1,\[.*"0 false"/);
  });

  it('a statement stays if something runs below it alone, also if it has no effect with the bug', async () => {
    const { text } = await reduced(withoutEffect);
    assert.match(text, /store\.undo\(\);/);
  });

  it('pytest: the rows before the one that fails go, though it has another number then', async function () {
    skipWithout(this, 'pytest', 'python3', '-c', 'import pytest');
    const { text } = await reduced(withRows);
    assert.equal(text.match(/^ {4}\(/gm)?.length, 1, text);
    assert.match(text, /^ {4}\(\[.*-3/m);
  });

  seldom.it('pytest: so do those before a row that is named', async function () {
    skipWithout(this, 'pytest', 'python3', '-c', 'import pytest');
    const { text } = await reduced(withRows, { titles: ['test_total[items2-5]'] });
    assert.equal(text.match(/^ {4}\(/gm)?.length, 1, text);
  });

  seldom.it('go: so do those before a subtest without a name', async function () {
    skipWithout(this, 'go', 'go', 'version');
    const { text } = await reduced(withNumbers);
    assert.equal(text.match(/^\t\t\{/gm)?.length, 1, text);
    assert.match(text, /\{\[\]int\{(?:2, )?-3\}/);
  });

  it('pytest: a row may fail at each revision', async function () {
    skipWithout(this, 'pytest', 'python3', '-c', 'import pytest');
    const { 'test_cart.py': test } = withRows.files as Record<string, string>;
    const files = { ...withRows.files, 'test_cart.py': test.replace('\n])', "\n    ([{'price': 2}], 3),\n])") };
    const { path, root } = laidOut({ ...withRows, files }, realRoot(directory));
    const job = testJobWith({ file: path, root, text: readFileSync(path, 'utf8') }, {});
    const [{ command, rule }] = ((await prepared(job, new AbortController().signal)).oracle as CommandOracle).commands;
    assert.match(JSON.stringify(command.invocation), /test_total\[items2-5\]/);
    assert.match((rule as { failure: { passesAt: string } }).failure.passesAt, /^HEAD~1/);
  });

  seldom.it('pytest: an error that is not raised', async function () {
    skipWithout(this, 'pytest', 'python3', '-c', 'import pytest');
    const { text: result } = await reduced(raises, { titles: ['TestQueue', 'test_refuses'] });
    assert.match(result, /word = 'non'[^]*with pytest\.raises\(ValueError\):\n\s+check\(word\)/);
    assert.doesNotMatch(result, /print|test_size/);
  });
});

describe('go test has judges', function () {
  this.timeout(240_000); // compiles some dozen times

  it('among conditions and returned values of its module, but for lines that do not compile with a function', async function () {
    skipWithout(this, 'go', 'go', 'version');
    const root = realRoot(directory);
    writeTree(root, goModule);
    const file = join(root, 'cart/cart_test.go');
    const text = readFileSync(file, 'utf8');
    const { notice, oracle } = await prepared(testJobWith({ file, root, text }), new AbortController().signal);
    assert.match(notice!, /If price > 100 \(price\.go:\d\) is turned round, the test passes, and so does the result\./);
    const { guards = [] } = oracle as CommandOracle;
    assert.deepEqual(
      guards.map(({ kind, changes }) => [kind, changes.map(({ path }) => path).sort()]),
      [['passes', ['price/price.go', 'price/whittle_turn.go']]],
    );
  });
});

describe('a test that cannot be reduced is refused in one sentence', () => {
  const refused = async (test: Partial<TestOracle>, sentence: RegExp, project = withNode) => {
    await assert.rejects(reduced(project, test), (error: Error) => sentence.test(error.message));
  };

  it('if it passes', () =>
    refused(
      { titles: ['cart', `passes 'quoted' $names [1]`] },
      /^"cart › passes 'quoted' \$names \[1\]" passes alone, so/,
    ));

  it('if there is none of this name', async () => {
    await refused({ titles: ['cart', 'has a tota'] }, /was not found by its runner/);
    const text = 'import unittest\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.fail()\n';
    const project = { files: { 'test_a.py': text }, wrong: '', right: '' };
    for (const titles of [['nope'], ['T', 'test_b']]) await refused({ titles }, /was not found by its runner/, project);
  });

  it('if no runner knows the file', () =>
    refused({ runner: 'go test' }, /does not look like a test of go test: choose another runner \(‹runner›\)/));

  it('if it fails at the chosen revision as well, or git does not know it', async () => {
    const repository = { ...withNode, isRepository: true };
    const titles = ['cart', 'has a total'];
    await refused({ titles, passesAt: 'HEAD' }, /fails at HEAD as well: choose a revision/, repository);
    await refused({ titles, passesAt: 'nowhere' }, /git does not know "nowhere"/, repository);
  });

  it('if a revision is chosen where there is no repository', () =>
    refused(
      { titles: ['cart', 'has a total'], passesAt: 'HEAD' },
      /is not in a git repository: reduce the test without a passing revision/,
    ));
});
