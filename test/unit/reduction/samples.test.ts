/** Comparisons on several inputs and in several rounds. */
import assert from 'node:assert/strict';
import type { Row, Swept } from '../../../src/reduction/comparison/comparison';
import { type Sample, inTurns, markdownReport, pooled } from '../../../src/reduction/comparison/reports';

const sample = (file: string, round: number, name: string, tokens: number | undefined, tests = 1): Sample => ({
  file,
  round,
  row: { ...counted(name, tests), after: tokens === undefined ? undefined : { tokens, bytes: tokens } },
});

const counted = (name: string, tests: number, swept?: Swept): Row => ({
  ...{ name, ending: 'done', tests, oracleMs: 1, ms: 1, confirmed: true, course: [], swept },
  queries: { complement: { tests, held: 1 }, revisit: { tests: 0, held: 0 }, other: { tests: 2, held: 2 } },
});

describe('comparisons on several inputs', () => {
  it('are grouped by input and round, in the original order', () => {
    const samples = [sample('b', 1, 'x', 1), sample('a', 1, 'x', 1), sample('b', 1, 'y', 1), sample('b', 2, 'x', 1)];
    assert.deepEqual(
      inTurns(samples).map(({ file, round, rows }) => [file, round, rows.map(({ name }) => name).join()]),
      [
        ['b', 1, 'x,y'],
        ['a', 1, 'x'],
        ['b', 2, 'x'],
      ],
    );
  });

  it('have sums of their tests by kind and of their sweeps', () => {
    const swept = { lists: 3, notMinimal: 1, tests: 7, held: 2 };
    const all = [counted('x', 4, swept), counted('y', 5), counted('x', 6), counted('x', 0, swept)];
    assert.deepEqual(pooled(all), [
      {
        name: 'x',
        queries: { complement: { tests: 10, held: 3 }, revisit: { tests: 0, held: 0 }, other: { tests: 6, held: 6 } },
        swept: { lists: 6, notMinimal: 2, tests: 14, held: 4 },
      },
      { name: 'y', queries: all[1].queries, swept: undefined },
    ]);
  });

  it('end their Markdown with the tests of all; a single one has none', () => {
    const [first, second] = [sample('a', 1, 'x', 4, 6), sample('b', 1, 'x', 9, 2)];
    const [, all] = markdownReport([first, second]).split('# All together\n');
    assert.match(all, /^\| x \| 12 \| 66\.7% \| 25\.0% \|/m, 'of 6 + 2 and twice 2 tests');
    assert.ok(!markdownReport([first]).includes('# All together'));
  });
});
