/** What runners print in each of their modes: every failure has its test, its message and its place. */
import assert from 'node:assert/strict';
import { readReport } from '../../../src/oracle/reports/readers';

interface Format {
  readonly form: string;
  readonly mode: string;
  readonly said: string;
  /** Of its failures: titles, kind, message, and places `FILE:LINE`. */
  readonly failures: readonly (readonly [titles: string, kind: string, message: string, ...places: string[]])[];
  readonly passed?: number;
}

const go = (mode: string, said: string, ...failures: Format['failures']): Format => ({
  ...{ form: 'go test', mode, failures },
  said: `${said}\nFAIL\nFAIL\texample.org/cart\t0.007s\nFAIL\n`,
});

const pytest = (mode: string, said: string, ...failures: Format['failures']): Format => ({
  ...{ form: 'pytest', mode, failures },
  said: `${said}\n============================== 1 failed in 0.14s ===============================\n`,
});

const cargo = (mode: string, said: string, ...failures: Format['failures']): Format => ({
  ...{ form: 'cargo test', mode, failures },
  said: `\nfailures:\n\n${said}\n\nfailures:\n    x\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored\n`,
});

const vitest = (mode: string, title: string, stack: string, place: string): Format => ({
  ...{ form: 'vitest', mode },
  said: `TAP version 13\n1..1\nnot ok 1 - t/a.test.js > cart > adds # time=25.58ms\n    ---\n    error:\n        name: "AssertionError"\n        message: "expected -1 to be 3"\n    at: "/w/t/a.test.js:6:23"\n    ...\n\n::error file=/w/t/a.test.js,title=${title},line=6,column=23::AssertionError: expected -1 to be 3%0A%0A ❯ ${stack}%0A%0A\n`,
  failures: [['cart › adds', 'AssertionError', 'expected -1 to be 3', place]],
});

const tap = (mode: string, said: string, ...failures: Format['failures']): Format => ({
  ...{ form: 'tap', mode, failures, passed: 1 },
  said: `TAP version 13\n${said}`,
});

const long = 'a'.repeat(80);

const formats: readonly Format[] = [
  tap(
    'asserts in a test',
    '# Subtest: total\n    ok 1 - none\n    not ok 2 - sum\n      ---\n      compare: ===\n      at:\n        line: 5\n      stack: |\n        test/a.js:5:7\n        Test.<anonymous> (test/a.js:4:5)\n      diff: |\n        -1\n        +2\n      ...\n    \n    1..2\n    # failed 1 of 2 tests\nnot ok 1 - total # time=9ms\n\n1..1\n# failed 1 test\n',
    ['total', 'Error', 'sum\ndiff: \n-1\n+2', 'test/a.js:5', 'test/a.js:4'],
  ),
  tap(
    'asserts of tape',
    '# label\nok 1 should be strictly equal\n# total\nnot ok 2 a credit\n  ---\n    operator: equal\n    expected: 5\n    actual:   6\n    at: Test.<anonymous> (/w/test/a.js:14:5)\n    stack: |-\n      Error: a credit\n          at Test.strictEqual (/w/node_modules/tape/lib/test.js:734:7)\n          at Test.<anonymous> (/w/test/a.js:14:5)\n  ...\n\n1..2\n# tests 2\n# pass  1\n# fail  1\n',
    ['total', 'Error', 'a credit\nexpected: 5\nactual:   6', '/w/test/a.js:14'],
  ),
  go(
    'a message that is printed before the verdict, after a log',
    '=== RUN   TestPlain\n    cart_test.go:14: log first\n    cart_test.go:16: got -1\n        want 3\n--- FAIL: TestPlain (0.00s)',
    ['TestPlain', 'Error', 'log first\ngot -1\nwant 3', 'cart_test.go:14', 'cart_test.go:16'],
  ),
  go('no message', '=== RUN   TestBare\n    cart_test.go:21: \n--- FAIL: TestBare (0.00s)', [
    'TestBare',
    'Error',
    '',
    'cart_test.go:21',
  ]),
  go(
    'a message that begins with an empty line',
    '=== RUN   TestPlain\n    cart_test.go:16: \n        got -1\n--- FAIL: TestPlain (0.00s)',
    ['TestPlain', 'Error', 'got -1', 'cart_test.go:16'],
  ),
  go(
    'testify',
    '=== RUN   TestPlain\n=== RUN   TestPlain/#01\n    cart_test.go:16: \n        \tError Trace:\t/w/cart_test.go:16\n        \t            \t/w/help_test.go:3\n        \tError:      \tNot equal: \n        \t            \texpected: 1\n        \tTest:       \tTestPlain/#01\n    --- FAIL: TestPlain/#01 (0.00s)\n--- FAIL: TestPlain (0.00s)',
    ['TestPlain › #01', 'Error', 'Not equal:\nexpected: 1', 'cart_test.go:16'],
  ),
  go(
    'a subtest that prints by itself, and one that passes',
    '=== RUN   TestSub\n=== RUN   TestSub/one\n=== RUN   TestSub/case_1\nprinted    cart_test.go:35: bad 1\n    cart_test.go:35: bad 1\n--- FAIL: TestSub (0.00s)\n    --- PASS: TestSub/one (0.00s)\n    --- FAIL: TestSub/case_1 (0.00s)',
    ['TestSub › case_1', 'Error', 'bad 1', 'cart_test.go:35'],
  ),
  go(
    'parallel subtests',
    '=== RUN   TestPar\n=== RUN   TestPar/1\n=== PAUSE TestPar/1\n=== RUN   TestPar/2\n=== PAUSE TestPar/2\n=== CONT  TestPar/1\n    cart_test.go:45: start 1\n=== CONT  TestPar/2\n    cart_test.go:47: bad 2\n=== NAME  TestPar/1\n    cart_test.go:47: bad 1\n--- FAIL: TestPar (0.00s)\n    --- FAIL: TestPar/2 (0.00s)\n    --- FAIL: TestPar/1 (0.00s)',
    ['TestPar › 2', 'Error', 'bad 2', 'cart_test.go:47'],
    ['TestPar › 1', 'Error', 'start 1\nbad 1', 'cart_test.go:45', 'cart_test.go:47'],
  ),
  go(
    'a verdict after what the test printed without an end of line, and before its message',
    'printed--- FAIL: TestOld (0.00s)\n    old_test.go:3: no',
    ['TestOld', 'Error', 'no', 'old_test.go:3'],
  ),
  go('an example', '=== RUN   ExampleAdd\n--- FAIL: ExampleAdd (0.00s)\ngot:\n-1\nwant:\n3', [
    'ExampleAdd',
    'Error',
    'got:\n-1\nwant:\n3',
  ]),
  go(
    'a panic, in a project below a directory go/src',
    '=== RUN   TestPanic\n--- FAIL: TestPanic (0.00s)\npanic: nil map [recovered, repanicked]\n\tpanic: nil map\n\ngoroutine 6 [running]:\ntesting.tRunner.func1()\n\t/usr/lib/go-1.19/src/testing/testing.go:1399 +0x39f\npanic({0x509de0})\n\t/usr/lib/go-1.19/src/runtime/panic.go:884 +0x212\ncart.Crash(...)\n\t/home/a/go/src/cart/cart.go:4\ncart.TestPanic(0x0?)\n\t/home/a/go/src/cart/cart_test.go:57 +0x2',
    ['TestPanic', 'panic', 'nil map', '/home/a/go/src/cart/cart.go:4', '/home/a/go/src/cart/cart_test.go:57'],
  ),
  go(
    'a panic of another goroutine, which has no verdict',
    '=== RUN   TestGone\n--- PASS: TestGone (0.00s)\n=== RUN   TestGo\npanic: in goroutine -1\n\ngoroutine 19 [running]:\ncart.TestGo.func1()\n\t/w/cart_test.go:61 +0x69',
    ['TestGo', 'panic', 'in goroutine -1', '/w/cart_test.go:61'],
  ),
  {
    ...{ form: 'go test', mode: 'no test of this name', failures: [], passed: 0 },
    said: 'testing: warning: no tests to run\nPASS\nok  \texample.org/cart\t0.005s [no tests to run]\n',
  },
  pytest(
    'an error of a fixture beside a failure',
    '= ERRORS =\n___________________________ ERROR at setup of test_f ___________________________\ntest_a.py:10: in fx\n    raise RuntimeError()\nE   RuntimeError: fixture\n= FAILURES =\n____________________________________ test_a ____________________________________\ntest_a.py:4: in test_a\n    go()\nE   ValueError: bad 1\n= short test summary info =\nFAILED test_a.py::test_a - ValueError: bad 1\nERROR test_a.py::test_f - RuntimeError: fixture',
    ['test_f', 'RuntimeError', 'RuntimeError: fixture', 'test_a.py:10'],
    ['test_a', 'ValueError', 'ValueError: bad 1', 'test_a.py:4'],
  ),
  pytest(
    'a subtest',
    '= FAILURES =\n_____________________________ TestU.test_sub [m] (i=0) _____________________________\ntest_a.py:18: in test_sub\n    self.assertEqual(i, 1)\nE   AssertionError: 0 != 1\n= short test summary info =\nSUBFAILED(i=0) test_a.py::TestU::test_sub - AssertionError: 0 != 1',
    ['TestU › test_sub', 'AssertionError', 'AssertionError: 0 != 1', 'test_a.py:18'],
  ),
  pytest(
    'parameters with dots and dashes',
    '= FAILURES =\n_________________________ TestU.test_x[1.5 - b::c] _________________________\ntest_a.py:18: in test_x\n    no()\nE   assert 0',
    ['TestU › test_x[1.5 - b::c]', 'AssertionError', 'assert 0', 'test_a.py:18'],
  ),
  pytest('a long name', `= FAILURES =\n_ test_x[${long}] _\ntest_a.py:18: in test_x\n    no()\nE   assert 0`, [
    `test_x[${long}]`,
    'AssertionError',
    'assert 0',
    'test_a.py:18',
  ]),
  pytest(
    'a chain of errors: the last one has failed the test',
    "= FAILURES =\n__________________________________ test_chain __________________________________\ntest_a.py:23: in test_chain\n    help(2)\ntest_a.py:2: in help\n    raise ValueError\nE   ValueError: bad 2\n\nThe above exception was the direct cause of the following exception:\ntest_a.py:25: in test_chain\n    raise KeyError('k') from e\nE   KeyError: 'k'",
    ['test_chain', 'KeyError', "ValueError: bad 2\nKeyError: 'k'", 'test_a.py:25', 'test_a.py:2', 'test_a.py:23'],
  ),
  pytest(
    'one that should have failed',
    '= FAILURES =\n___________________________________ test_xs ____________________________________\n[XPASS(strict)] ',
    ['test_xs', 'AssertionError', '[XPASS(strict)]'],
  ),
  cargo(
    'before Rust 1.73',
    "---- adds stdout ----\nthread 'adds' panicked at 'assertion failed: `(left == right)`\n  left: `-1`,\n right: `3`: must add', src/lib.rs:6:38\nnote: run with",
    ['adds', 'panic', 'assertion failed: `(left == right)`\n  left: `-1`,\n right: `3`: must add', 'src/lib.rs:6'],
  ),
  cargo('a result', '---- a::errs stdout ----\nError: "broken"\n', ['a › errs', 'panic', 'Error: "broken"']),
  cargo(
    'no panic where one should be',
    '---- should - should panic stdout ----\nnote: test did not panic as expected at src/lib.rs:11:8',
    ['should', 'panic', 'test did not panic as expected', 'src/lib.rs:11'],
  ),
  cargo(
    'a panic of another thread',
    "---- threaded stdout ----\n\nthread '<unnamed>' (2) panicked at src/lib.rs:16:43:\ninside\nnote: run with\n\nthread 'threaded' (1) panicked at tests/a.rs:16:68:\ncalled `Result::unwrap()`\n",
    ['threaded', 'panic', 'inside', 'src/lib.rs:16', 'tests/a.rs:16'],
  ),
  vitest('no project', 't/a.test.js > cart > adds', 't/a.test.js:6:23', 't/a.test.js:6'),
  vitest('a project with a name', '[unit tests] t/a.test.js > cart > adds', 't/a.test.js:6:23', 't/a.test.js:6'),
  vitest('a project of version 2', '|unit| t/a.test.js > cart > adds', 't/a.test.js:6:23', 't/a.test.js:6'),
  vitest('a constructor', 't/a.test.js > cart > adds', 'new Cart a.test.js:6:23', 'a.test.js:6'),
  vitest('a method', 't/a.test.js > cart > adds', 'async Cart.get [as all] a.test.js:6:23', 'a.test.js:6'),
  {
    ...{ form: 'playwright', mode: 'a time limit, which has no stack' },
    said: JSON.stringify({
      config: {},
      suites: [{ title: 'a.spec.js', specs: [{ title: 'a', ok: false, tests: [{ results: [{ error: late() }] }] }] }],
    }),
    failures: [['a', 'Error', 'Test timeout of 30ms exceeded.', '/w/a.spec.js:6']],
  },
  {
    ...{ form: 'node:test', mode: 'a suite that was cancelled, and a message with a quote' },
    said: `TAP version 13\n# Subtest: cart\n    # Subtest: adds\n    not ok 1 - adds\n      ---\n      failureType: 'testCodeFailure'\n      error: "it's: bad"\n      name: 'TypeError'\n      stack: |-\n        TestContext.<anonymous> (file:///w/b.test.mjs:6:28)\n      ...\nnot ok 1 - cart\n  ---\n  type: 'suite'\n  failureType: 'cancelledByParent'\n  ...\n`,
    failures: [['cart › adds', 'TypeError', "it's: bad", '/w/b.test.mjs:6']],
  },
];

function late() {
  return {
    message: '\u001b[31mTest timeout of 30ms exceeded.\u001b[39m',
    location: { file: '/w/a.spec.js', line: 6, column: 3 },
  };
}

describe('a report has test, message and place', () => {
  for (const { form, mode, said, failures, passed } of formats)
    it(`${form}: ${mode}`, () => {
      const report = readReport(form, { stdout: said, stderr: '' });
      assert.ok(report, 'there is a report');
      const found = report.failures.map(({ titles, kind, message, frames }) => [
        ...[titles.join(' › '), kind, message],
        ...frames.map(({ file, line }) => `${file}:${line}`),
      ]);
      assert.deepEqual(found, failures);
      if (passed !== undefined) assert.equal(report.passed, passed);
    });

  it('unittest: a project in a folder of that name, an asynchronous test', () => {
    const stderr = `FAIL: test_as (test_u.A.test_as)\n----------------------------------------------------------------------\nTraceback (most recent call last):\n  File "/usr/lib/python3.11/unittest/async_case.py", line 90, in _callTestMethod\n  File "/usr/lib/python3.11/asyncio/runners.py", line 118, in run\n  File "/w/unittest/test_u.py", line 21, in test_as\n    self.assertTrue(False)\nAssertionError: False is not true\n\n----------------------------------------------------------------------\nRan 1 test in 0.067s\n`;
    const [failure] = readReport('unittest', { stdout: '', stderr })!.failures;
    assert.deepEqual(failure.frames, [{ file: '/w/unittest/test_u.py', line: 21 }]);
    assert.equal(failure.message, 'False is not true');
  });

  it('a file that cannot be loaded has none', () => {
    const collecting =
      '= ERRORS =\n_____________ ERROR collecting test_a.py _____________\nE   ModuleNotFoundError: x\n=========== 1 error in 0.1s ===========\n';
    assert.equal(readReport('pytest', { stdout: collecting, stderr: '' }), undefined);
    const playwright = JSON.stringify({ config: {}, suites: [], errors: [{ message: 'no' }] });
    assert.equal(readReport('playwright', { stdout: playwright, stderr: '' }), undefined);
    const build = 'FAIL\texample.org/cart [setup failed]\n';
    assert.equal(readReport('go test', { stdout: build, stderr: '' }), undefined);
  });
});
