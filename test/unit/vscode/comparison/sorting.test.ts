/** By what the rows of a comparison are sorted. */
import assert from 'node:assert/strict';
import { columns } from '../../../../src/reduction/comparison/comparison';
import type { Row } from '../../../../src/reduction/comparison/comparison';
import { columnCount, sorted } from '../../../../src/vscode/comparison/sorting';

const row = (name: string, tokens: number, tests: number): Partial<Row> => ({
  name,
  tests,
  after: { tokens, bytes: 100 - tokens },
  oracleMs: 5,
  ms: 7,
  ending: 'done',
  confirmed: true,
});
/** One of them did not begin. */
const rows = [row('b', 9, 30), { name: 'd' }, row('a', 10, 4), row('c', 9, 5)];
const names = (column: number, down: boolean) =>
  sorted(rows, { column, down }, (one) => one)
    .map(({ name }) => name)
    .join('');

describe('the rows of a comparison', () => {
  it('are sorted by numbers as numbers, equal ones as they were', () => {
    assert.equal(
      sorted(rows, undefined, (one) => one)
        .map(({ name }) => name)
        .join(''),
      'bdac',
    );
    assert.equal(names(0, false), 'abcd');
    assert.equal(names(1, false), 'bcad');
    assert.equal(names(3, false), 'acbd');
    assert.equal(names(4, false), 'bacd');
  });

  it('turn round, but for those without figures, which come last', () => {
    assert.equal(names(0, true), 'dcba');
    assert.equal(names(1, true), 'abcd');
    assert.equal(names(3, true), 'bcad');
  });

  it('have as many columns as the table', () => {
    assert.equal(columnCount, columns.length);
  });
});
