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
