/** The chart of a comparison as SVG. */
import assert from 'node:assert/strict';
import { kinds, pictureText, shapesOf } from '../../../src/charts/chart';

const lines = [
  { name: 'a', points: [[0, 1000] as const, [10, 1000] as const, [20, 5] as const] },
  { name: 'b & <c>', points: [[0, 1000] as const, [40, 10] as const] },
];
const given = { lines, xLabel: 'tests', yLabel: 'tokens', whole: true };

describe('a chart of several lines', () => {
  it('draws each line as steps on common scales, inside the frame', () => {
    const shapes = shapesOf(given, { width: 500, height: 300, locale: 'en' });
    const drawn = shapes.filter(({ attributes }) => String(attributes.class).startsWith('line '));
    assert.deepEqual(
      drawn.map(({ attributes }) => attributes.class),
      ['line line-0', 'line line-1'],
    );
    const [a, b] = drawn.map(({ attributes }) =>
      String(attributes.d)
        .match(/[\d.]+/g)!
        .map(Number),
    );
    assert.deepEqual(a.slice(0, 2), b.slice(0, 2), 'both begin at the same place');
    assert.equal(a.at(-2)! - a[0], (b.at(-2)! - b[0]) / 2);
    assert.ok(a.at(-1)! > b.at(-1)!, 'smaller is lower');
    assert.ok([...a, ...b].every((value) => value >= 0 && value <= 500));
    const ticks = shapes.flatMap(({ attributes, text }) => (String(attributes.class).startsWith('tick') ? [text] : []));
    assert.ok(ticks.includes('1K') && ticks.includes('40'), ticks.join());
  });

  it('is a file with title and legend, for any names', () => {
    const text = pictureText({ ...given, title: 'a "b" & <c>' });
    assert.match(text, /^<svg xmlns=.*viewBox/);
    assert.ok(text.includes('<title>a &quot;b&quot; &amp; &lt;c></title>'));
    assert.ok(text.includes('b &amp; &lt;c>'));
    assert.equal(text.match(/class="line line-0"/g)!.length, 2, 'in the chart and in the legend');
    for (let kind = 0; kind < kinds; kind++) assert.ok(text.includes(`.line-${kind} {`));
    assert.ok(!/NaN|undefined/.test(text));
  });

  it('without data has no line and no NaN', () => {
    assert.ok(
      !/NaN|Infinity/.test(
        JSON.stringify(shapesOf({ ...given, lines: [] }, { width: 300, height: 200, locale: 'en' })),
      ),
    );
  });
});
