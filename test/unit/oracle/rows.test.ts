/** Tests whose names have the number of their row: with fewer rows it is another one. */
import assert from 'node:assert/strict';
import { failureRule, framesIn, judgeFailure, withoutRow } from '../../../src/oracle/judging/failureRule';

const names: readonly [runner: string, titles: readonly string[], without: readonly string[]][] = [
  ['pytest', ['TestCart', 'test_total[items2-5]'], ['TestCart', 'test_total']],
  ['pytest', ['test_changed[Serializer-<lambda>3]'], ['test_changed']],
  ['pytest', ['test_total[3]'], ['test_total[3]']],
  ['go test', ['TestTotal', '#02'], ['TestTotal']],
  ['go test', ['TestTotal', 'twice#01', 'inner'], ['TestTotal']],
  ['go test', ['TestTotal', 'issue #12'], ['TestTotal', 'issue #12']],
  ['mocha', ['cart', 'row #02'], ['cart', 'row #02']],
];

const goReport = (name: string, message: string) => ({
  stdout: `=== RUN   TestTotal\n=== RUN   TestTotal/${name}\n    cart_test.go:16: ${message}\n--- FAIL: TestTotal (0.00s)\n    --- FAIL: TestTotal/${name} (0.00s)\nFAIL\n`,
  stderr: '',
});

describe('the number of a row', () => {
  for (const [runner, titles, without] of names) {
    it(`in ${titles.join(', ')} of ${runner}`, () => assert.deepEqual(withoutRow(titles, runner), without));
  }

  it('may be another one, but not the message', () => {
    const content = Buffer.from('\n'.repeat(20));
    const failure = {
      ...{ test: 'TestTotal/#02', titles: ['TestTotal', '#02'], kind: 'Error', message: 'got -1, want 5' },
      frames: [{ file: 'cart_test.go', line: 16 }],
    };
    const rule = failureRule('go test', failure, { content, fileName: 'cart_test.go', anyRow: true });
    const judged = (name: string, message: string) => judgeFailure(rule, goReport(name, message), content);
    assert.deepEqual(
      [judged('#02', 'got -1, want 5'), judged('#00', 'got -1, want 5'), judged('#00', 'got -1, want 6')],
      [true, true, false],
    );
    assert.equal(judged('other', 'got -1, want 5'), false);
  });

  it('and values of the row and of the failing line may go where the message is free', () => {
    const line = '    assert f([a, b], 1) == {"a": 1, "b": 2}';
    const failure = {
      ...{ test: 'test_a[1-2]', titles: ['test_a[1-2]'], kind: 'AssertionError', message: 'assert 1 == 2' },
      frames: [{ file: 'test_a.py', line: 1 }],
    };
    const report = (name: string) => ({
      stdout: `=== FAILURES ===\n____ ${name} ____\ntest_a.py:1: in test_a\n    x\nE   AssertionError: other\n=== short test summary info ===\nFAILED test_a.py::${name} - AssertionError: other\n=== 1 failed in 0.1s ===\n`,
      stderr: '',
    });
    const judged = (name: string, text: string, { anyRow = true, anyMessage = true } = {}) => {
      const given = { content: Buffer.from(line), fileName: 'test_a.py', anyRow, anyMessage };
      return judgeFailure(failureRule('pytest', failure, given), report(name), Buffer.from(text));
    };
    const shorter = 'assert f([a], 1) == {"a": 1}';
    assert.deepEqual([judged('test_a[1-2]', line), judged('test_a[1]', shorter)], [true, true]);
    assert.equal(judged('test_a[1]', line, { anyRow: false }), false);
    assert.equal(judged('test_a[1-2]', line, { anyMessage: false }), false);
    for (const other of ['assert f([b, a], 1) == {"a": 1}', '[a, b], 1', 'assert f([a], 2) == {"a": 1}', ''])
      assert.equal(judged('test_a[1]', other), false, other);
  });
});

describe('the place of a failure', () => {
  it('is in the test, which calls a source of the same name', () => {
    const frames = [
      { file: '/w/src/object.ts', line: 3 },
      { file: 'C:\\w\\test\\object.ts', line: 2 },
      { file: '/w/test/other.ts', line: 1 },
    ];
    assert.deepEqual(framesIn(frames, 'object.ts'), [frames[1]]);
  });
});
