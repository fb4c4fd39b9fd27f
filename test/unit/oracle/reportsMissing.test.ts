/** Outputs of test runners that did not get as far as to report. */
import assert from 'node:assert/strict';
import { readReport } from '../../../src/oracle/reports/readers';

describe('the report of a runner is missing', () => {
  it('jest and vitest: none if the file cannot be loaded', () => {
    const testResults = [{ assertionResults: [], status: 'failed', message: 'describe is not defined' }];
    const stdout = JSON.stringify({ numTotalTests: 0, testResults });
    const tap = 'TAP version 13\n1..1\nnot ok 1 - c.test.mjs\n    ---\n    error:\n        name: "Error"\n    ...\n';
    assert.equal(readReport('jest', { stdout, stderr: '' }), undefined);
    assert.equal(readReport('vitest', { stdout: tap, stderr: '' }), undefined);
  });

  it('unittest: none if the file, or the test, cannot be loaded', () => {
    const output = `E
======================================================================
ERROR: test_u (unittest.loader._FailedTest.test_u)
----------------------------------------------------------------------
ImportError: Failed to import test module: test_u

----------------------------------------------------------------------
Ran 1 test in 0.000s

FAILED (errors=1)
`;
    assert.equal(readReport('unittest', { stdout: '', stderr: output }), undefined);
  });

  it('is none if the runner did not get that far', () => {
    for (const form of [
      'mocha',
      'jest',
      'vitest',
      'node:test',
      'pytest',
      'unittest',
      'go test',
      'cargo test',
    ] as const) {
      assert.equal(readReport(form, { stdout: 'SyntaxError: x\n', stderr: 'at a.js:1\n' }), undefined, form);
    }
  });
});
