import '../../../support/fakeEditor';
import assert from 'node:assert/strict';
import { keptParts, removedRuns } from '../../../../src/vscode/editor/parts';

/** `[` and `]` stand around what is removed. */
function runs(marked: string): [number, number][] {
  const removed: { start: number; end: number }[] = [];
  let text = '';
  for (const sign of marked) {
    if (sign === '[') removed.push({ start: text.length, end: text.length });
    else if (sign === ']') removed.at(-1)!.end = text.length;
    else text += sign;
  }
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length - 1;
  const kept = keptParts(text, removed).map(({ start, end }) => ({ first: lineAt(start), last: lineAt(end) }));
  return removedRuns(text.split('\n'), kept).map(({ first, last }) => [first, last]);
}

describe('lines that are removed whole', () => {
  const cases: [string, string, [number, number][]][] = [
    ['are found in one range over several', 'a\n[b\nc\n]d', [[1, 2]]],
    [
      'are found over ranges that touch or lie between spaces',
      '  [b]\n  [c] [;]\nd\n[e\nf]',
      [
        [0, 1],
        [3, 4],
      ],
    ],
    ['do not count if a word stays', 'a [b\nc] d\ne', []],
    ['begin after a line of which a part stays', 'a [b\nc\nd] ;\n', []],
    ['may have empty ones between them, but do not end with one', '[a]\n\n[b]\n\nc', [[0, 2]]],
    ['are not worth it alone', 'a\n[b]\nc', []],
    ['are all lines of a text that is gone', '[a\n\nb\n]', [[0, 2]]],
  ];
  for (const [what, text, expected] of cases) it(what, () => assert.deepEqual(runs(text), expected));
});
