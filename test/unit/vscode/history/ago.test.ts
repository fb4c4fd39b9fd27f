import assert from 'node:assert/strict';
import { ago, stamp } from '../../../../src/vscode/history/report';

const minute = 60_000;
const day = 24 * 60 * minute;

describe('how long ago', () => {
  const now = Date.UTC(2026, 5, 15, 12);
  const cases: [number, RegExp][] = [
    [-5000, /^now$/],
    [59_999, /^now$/],
    [minute, /^1 min\. ago$/],
    [59.9 * minute, /^59 min\. ago$/],
    [60 * minute, /^1 hr\. ago$/],
    [day - 1, /^23 hr\. ago$/],
    [day, /^yesterday$/],
    [29 * day, /^29 days ago$/],
    [30 * day, /^May 1[56], 2026$/],
  ];
  for (const [gone, words] of cases) it(`${gone} ms`, () => assert.match(ago(now - gone, now, 'en'), words));

  it('is said in the language of the reader', () => {
    assert.equal(ago(now - day, now, 'de'), 'gestern');
  });

  it('has a stamp for the name of a file', () => {
    assert.equal(stamp(new Date(2026, 0, 2, 3, 4, 5).getTime()), '2026-01-02 03.04.05');
  });
});
