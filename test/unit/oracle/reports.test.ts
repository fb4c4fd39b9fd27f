/** Reports of test runners, as they print them: which test failed, how, and where. */
import assert from 'node:assert/strict';
import { readReport } from '../../../src/oracle/reports/readers';

function read(form: string, stdout: string, stderr = '') {
  const report = readReport(form, { stdout, stderr });
  assert.ok(report, 'there is a report');
  return report;
}

const stack = `Error: expect(received).toBe(expected)

Expected: 2
Received: -2
    at check (/w/test/help.js:3:5)
    at Object.<anonymous> (/w/test/cart.test.js:7:3)
    at run (/w/node_modules/jest-circus/build/run.js:1:1)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`;

describe('the report of a runner', () => {
  it('mocha: after what tests print, and with the values that were compared', () => {
    const err = {
      stack: 'AssertionError [ERR_ASSERTION]: no\n    at Context.<anonymous> (test/cart.test.js:11:5)',
      message: 'no',
      name: 'AssertionError',
      expected: 'true',
      actual: 'false',
    };
    const json = {
      stats: { failures: 1 },
      tests: [],
      failures: [{ fullTitle: 'cart has a total', err }],
      passes: [{}],
    };
    const { failures, passed } = read('mocha', `noise {\n{"noise": 1\n${JSON.stringify(json, null, 2)}\n`);
    assert.equal(passed, 1);
    assert.deepEqual(failures, [
      {
        test: 'cart has a total',
        titles: ['cart has a total'],
        kind: 'AssertionError',
        message: 'no\nexpected: "true"\nactual: "false"',
        frames: [{ file: 'test/cart.test.js', line: 11 }],
      },
    ]);
  });

  it('jest: the whole message, and frames of the user only', () => {
    const failed = { ancestorTitles: ['cart'], title: 'adds 1', status: 'failed', failureMessages: [stack] };
    const passed = { ancestorTitles: [], title: 'x', status: 'passed', failureMessages: [] };
    const skipped = { ...passed, status: 'pending' };
    const assertionResults = [failed, skipped, passed];
    const json = { numTotalTests: 3, testResults: [{ name: '/w/test/cart.test.js', assertionResults }] };
    assert.deepEqual(read('jest', `${JSON.stringify(json)}\n`), {
      passed: 1,
      failures: [
        {
          test: 'cart adds 1',
          titles: ['cart', 'adds 1'],
          kind: 'Error',
          message: 'expect(received).toBe(expected)\n\nExpected: 2\nReceived: -2',
          frames: [
            { file: '/w/test/help.js', line: 3 },
            { file: '/w/test/cart.test.js', line: 7 },
          ],
        },
      ],
      ran: [
        { file: '/w/test/cart.test.js', titles: ['cart', 'adds 1'] },
        { file: '/w/test/cart.test.js', titles: ['x'] },
      ],
    });
  });

  it('vitest: the first error of each test, with whole values and its stack', () => {
    const error = (name: string, message: string, more = '') =>
      `    error:\n        name: "${name}"\n        message: "${message}"\n    at: "/w/x.js:9:9"\n${more}`;
    const values = '    actual: "[\n  \\"a\\",\n]"\n    expected: "{}"\n';
    const out = [
      'TAP version 13\n1..5\nok 1 - t/a.test.js > cart # 1 > passes # time=1.06ms\nok 2 - t/a.test.js > cart > later # SKIP',
      `not ok 3 - t/a.test.js > cart \\# 1 > a > b: \\\\ # time=2ms\n    ---\n${error('RangeError', 'too \\"deep\\"\n# here')}    ...`,
      `not ok 4 - t/a.test.js > soft # time=2ms\n    ---\n${error('AssertionError', 'one', values)}    ---\n${error('E', 'two')}    ...`,
      '\n::error file=/w/s.js,title=t/a.test.js > cart # 1 > a > b%3A \\,line=1,column=4::RangeError: 100%25%0A ❯ dive s.js:1:46%0A ❯ t/a.test.js:5:3%0A',
      '\n::error file=/w/s.js,title=t/a.test.js > soft,line=8,column=4::AssertionError: one%0A ❯ t/a.test.js:8:3%0A\n',
    ].join('\n');
    assert.deepEqual(read('vitest', out), {
      passed: 1,
      failures: [
        {
          test: 'cart # 1 > a > b: \\',
          titles: ['cart # 1', 'a', 'b: \\'],
          kind: 'RangeError',
          message: 'too "deep"\n# here',
          frames: [
            { file: 's.js', line: 1 },
            { file: 't/a.test.js', line: 5 },
          ],
        },
        {
          test: 'soft',
          titles: ['soft'],
          kind: 'AssertionError',
          message: `one\n${values.trimEnd()}`,
          frames: [{ file: 't/a.test.js', line: 8 }],
        },
      ],
      ran: [['cart'], ['cart # 1', 'a', 'b: \\'], ['soft']].map((titles) => ({ file: 't/a.test.js', titles })),
    });
  });

  it('playwright: without its log and its colours', () => {
    const error = {
      stack:
        'Error: \u001b[2mtoHaveText\u001b[22m failed\n\nExpected: "2"\n\nCall log:\n  - 3 x\n\n    at /w/a.spec.js:6:42',
    };
    const spec = (title: string, ok: boolean) => ({ title, ok, tests: [{ results: ok ? [{}] : [{ error }] }] });
    const page = { title: 'page', specs: [spec('has a title', false)] };
    const json = { config: {}, suites: [{ title: 'a.spec.js', specs: [spec('adds', true)], suites: [page] }] };
    assert.deepEqual(read('playwright', JSON.stringify(json, null, 2)), {
      passed: 1,
      failures: [
        {
          test: 'page has a title',
          titles: ['page', 'has a title'],
          kind: 'Error',
          message: 'toHaveText failed\n\nExpected: "2"',
          frames: [{ file: '/w/a.spec.js', line: 6 }],
        },
      ],
    });
  });

  it('node:test: nested tests, and not the suites that fail because of them', () => {
    const tap = `TAP version 13
# Subtest: cart
    # Subtest: has a total
    not ok 1 - has a total
      ---
      duration_ms: 8.6
      failureType: 'testCodeFailure'
      error: |-
        Expected values to be strictly equal:
        
        -1 !== 1
        
      code: 'ERR_ASSERTION'
      name: 'AssertionError'
      expected: 1
      actual: -1
      stack: |-
        TestContext.<anonymous> (file:///w/a%20b/cart.test.mjs:10:12)
        Test.run (node:internal/test_runner/test:796:25)
      ...
    # Subtest: other
    ok 2 - other
      ---
      duration_ms: 1
      ...
    1..2
not ok 1 - cart
  ---
  type: 'suite'
  failureType: 'subtestsFailed'
  ...
1..1
`;
    const { failures, passed } = read('node:test', tap);
    assert.equal(passed, 1);
    assert.equal(failures.length, 1);
    assert.deepEqual(failures[0].titles, ['cart', 'has a total']);
    assert.equal(failures[0].kind, 'AssertionError');
    assert.match(failures[0].message, /-1 !== 1[^]*expected: 1\nactual: -1$/);
    assert.deepEqual(failures[0].frames, [{ file: '/w/a b/cart.test.mjs', line: 10 }]);
  });

  it('pytest: the parametrised case, the lines marked with E, frames innermost first', () => {
    const output = `============================= test session starts ==============================
collected 4 items

test_cart.py F

=================================== FAILURES ===================================
____________________________ TestX.test_total[a::b-2] __________________________
test_cart.py:10: in test_total
    is_right(total(items + [a]), b)
help.py:4: in is_right
    assert value == want, f"bad {value}"
E   AssertionError: bad -4
E   assert -4 == 2
----------------------------- Captured stdout call -----------------------------
E   not this
=========================== short test summary info ============================
FAILED test_cart.py::TestX::test_total[a::b-2] - AssertionError: bad -4
!!!!!!!!!!!!!!!!!!!!!!!!!! stopping after 1 failures !!!!!!!!!!!!!!!!!!!!!!!!!!!
========================= 1 failed, 2 passed in 4.28s ==========================
`;
    assert.deepEqual(read('pytest', output), {
      passed: 2,
      failures: [
        {
          test: 'TestX::test_total[a::b-2]',
          titles: ['TestX', 'test_total[a::b-2]'],
          kind: 'AssertionError',
          message: 'AssertionError: bad -4\nassert -4 == 2',
          frames: [
            { file: 'help.py', line: 4 },
            { file: 'test_cart.py', line: 10 },
          ],
        },
      ],
      ran: [],
    });
  });

  it('unittest: the message after the traceback', () => {
    const output = `F
======================================================================
FAIL: test_a (tests.test_u.T.test_a) (n=1)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/w/tests/test_u.py", line 7, in test_a
    self.assertEqual(total([n]), n)
    ~~~~~~~~~~~~~~~~^^^^^^^^^^^^^^^
AssertionError: -1 != 1

----------------------------------------------------------------------
Ran 1 test in 0.001s

FAILED (failures=1)
`;
    assert.deepEqual(read('unittest', '', output), {
      passed: 0,
      failures: [
        {
          test: 'tests.test_u.T.test_a',
          titles: ['T', 'test_a'],
          kind: 'AssertionError',
          message: '-1 != 1',
          frames: [{ file: '/w/tests/test_u.py', line: 7 }],
        },
      ],
    });
  });
});
