/** Reports of the runners of Go and Rust, as they print them. */
import assert from 'node:assert/strict';
import { readReport, type ReportForm } from '../../../src/oracle/reports/readers';

function read(form: ReportForm, stdout: string, stderr = '') {
  const report = readReport(form, { stdout, stderr });
  assert.ok(report, 'there is a report');
  return report;
}

describe('the report of a runner of compiled tests', () => {
  it('go: the subtest, and not the test around it; a panic with its stack', () => {
    const output = `=== RUN   TestCart
=== RUN   TestCart/adds
    cart_test.go:12: got -1
        want 1
--- FAIL: TestCart (0.00s)
    --- FAIL: TestCart/adds (0.00s)
        cart_test.go:12: got -1
            want 1
FAIL
FAIL	example.org/cart	0.003s
`;
    const { failures } = read('go', output);
    assert.deepEqual(failures, [
      {
        test: 'TestCart/adds',
        titles: ['TestCart', 'adds'],
        kind: 'Error',
        message: 'got -1\nwant 1',
        frames: [{ file: 'cart_test.go', line: 12 }],
      },
    ]);
    assert.equal(readReport('go', { stdout: 'FAIL	example.org/cart [build failed]\n', stderr: '' }), undefined);
  });

  it('cargo: the place of the panic and its message', () => {
    const output = `
running 1 test
tests::adds --- FAILED

failures:

---- tests::adds stdout ----

thread 'tests::adds' (31894) panicked at src/lib.rs:6:17:
assertion \`left == right\` failed: must add
  left: -1
 right: 1
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace


failures:
    tests::adds

test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.17s
`;
    assert.deepEqual(read('cargo', output), {
      passed: 2,
      failures: [
        {
          test: 'tests::adds',
          titles: ['tests', 'adds'],
          kind: 'panic',
          message: 'assertion `left == right` failed: must add\n  left: -1\n right: 1',
          frames: [{ file: 'src/lib.rs', line: 6 }],
        },
      ],
    });
  });
});
