/** Reports of the runners of Go and Rust, as they print them. */
import assert from 'node:assert/strict';
import { readReport } from '../../../src/oracle/reports/readers';

function read(form: string, stdout: string, stderr = '') {
  const report = readReport(form, { stdout, stderr });
  assert.ok(report, 'there is a report');
  return report;
}

describe('the report of a runner of compiled tests', () => {
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
    assert.deepEqual(read('cargo test', output), {
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
