import assert from 'node:assert/strict';
import { progressLine } from '../../../src/cli/progress';

describe('the line of progress', () => {
  const line = {
    name: '',
    share: 0.96,
    figures: ['12,034 → 431 tokens · 96%', 'about 40 s left', '34 of about 134 tests', '14/s'],
    phase: 'Removing statements',
  };

  it('has a bar, the figures and the phase', () => {
    const whole = progressLine(line, 200, false);
    assert.equal(
      whole,
      '███████████████░ 12,034 → 431 tokens · 96% · about 40 s left · 34 of about 134 tests · 14/s · Removing statements',
    );
    const coloured = progressLine(line, 200, true);
    assert.equal(coloured.replace(/\x1b\[\d*m/g, ''), whole);
    assert.notEqual(coloured, whole);
  });

  it('fits, and never cuts the phase: the least important figures give way', () => {
    for (let columns = 20; columns < 130; columns++) {
      const shown = progressLine(line, columns, false);
      assert.ok(shown.length <= columns, shown);
      assert.ok(shown.endsWith(line.phase), shown);
    }
    assert.equal(progressLine(line, 66, false), '12,034 → 431 tokens · 96% · about 40 s left · Removing statements');
  });

  it('shows control characters of a phase', () => {
    assert.ok(!progressLine({ ...line, phase: 'a\x1b[2Jb' }, 200, false).includes('\x1b'));
  });
});
