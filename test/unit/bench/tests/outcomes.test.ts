/** What the bench reads from the output of each runner, as these print it. */
import assert from 'node:assert';
import {
  cargoOutcome,
  jsonOutcome,
  mochaOutcome,
  pytestOutcome,
  tapOutcome,
  unittestOutcome,
} from '../../../bench/tests/outcomes';

const output = (stdout: string, code = 1, stderr = '') => ({ stdout, stderr, code });
const named = (...titles: string[]) => ({ titles, test: 'tests/test_a.py' });

describe('outcomes of bench tests', () => {
  it('mocha: by the full title, after what the tests print', () => {
    const report = { stats: {}, passes: [{ fullTitle: 'a b' }], failures: [{ fullTitle: 'a c' }], pending: [] };
    const printed = output(`{ own: 1 }\n${JSON.stringify(report, null, 2)}\n`);
    assert.equal(mochaOutcome(printed, named('a', 'b')), 'passed');
    assert.equal(mochaOutcome(printed, named('a', 'c')), 'failed');
    assert.equal(mochaOutcome(printed, named('b')), 'absent');
    assert.equal(mochaOutcome(output('SyntaxError'), named('b')), 'absent');
  });

  it('jest and vitest: skipped tests have not run', () => {
    const assertionResults = ['passed b', 'failed c', 'pending d', 'skipped e'].map((line) => {
      const [status, fullName] = line.split(' ');
      return { status, fullName };
    });
    const printed = output(
      `noise\n\u001b[?25l${JSON.stringify({ numTotalTests: 4, testResults: [{ assertionResults }] })}\n`,
    );
    const found = ['b', 'c', 'd', 'e', 'f'].map((title) => jsonOutcome(printed, named(title)));
    assert.deepEqual(found, ['passed', 'failed', 'absent', 'absent', 'absent']);
  });

  it('node:test: by the levels of TAP', () => {
    const text = `TAP version 13
# Subtest: cart
    # Subtest: total
    not ok 1 - total
    # Subtest: inner
        # Subtest: total
        ok 1 - total
        1..1
    ok 2 - inner
    # Subtest: later
    ok 3 - later # SKIP
    1..3
not ok 1 - cart`;
    const of = (...titles: string[]) => tapOutcome(output(text), named(...titles));
    assert.equal(of('cart', 'total'), 'failed');
    assert.equal(of('cart', 'inner', 'total'), 'passed');
    assert.equal(of('cart', 'later'), 'absent');
    assert.equal(of('total'), 'absent');
  });

  it('pytest: by the id, with parameters; a fixture that fails is a failure', () => {
    const lines = ['PASSED tests/test_a.py::T::test_b[1-x y]', 'FAILED tests/test_a.py::test_c - assert 1 == 2'];
    const printed = output([...lines, 'ERROR tests/test_a.py::test_d - NameError', '1 failed'].join('\n'));
    assert.equal(pytestOutcome(printed, named('T', 'test_b[1-x y]')), 'passed');
    assert.equal(pytestOutcome(printed, named('test_c')), 'failed');
    assert.equal(pytestOutcome(printed, named('test_d')), 'failed');
    assert.equal(pytestOutcome(printed, named('test')), 'absent');
  });

  it('unittest: a test that cannot be loaded has not run', () => {
    const of = (stderr: string, code: number) => unittestOutcome(output('', code, stderr));
    assert.equal(of('test_a (t.T.test_a) ... ok\n\nRan 1 test in 0.001s\n\nOK\n', 0), 'passed');
    assert.equal(of('test_a (t.T.test_a) ... FAIL\n\nRan 1 test in 0.001s\n\nFAILED (failures=1)\n', 1), 'failed');
    assert.equal(of('test_a (unittest.loader._FailedTest.test_a) ... ERROR\n\nRan 1 test in 0.000s\n', 1), 'absent');
    assert.equal(of('\nRan 0 tests in 0.000s\n', 5), 'absent');
  });

  it('cargo: by the whole path', () => {
    const printed = output('test a::b ... ok\ntest c ... FAILED\ntest d ... ignored\n');
    const found = ['a::b', 'b', 'c', 'd'].map((path) => cargoOutcome(printed, named(...path.split('::'))));
    assert.deepEqual(found, ['passed', 'absent', 'failed', 'absent']);
  });
});
