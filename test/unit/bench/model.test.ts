import assert from 'node:assert/strict';
import { modelOf } from '../../bench/recorded/model';

const text = (words: string) => Buffer.from(words);
const files = (all: Record<string, string>) => ({
  files: Object.entries(all).map(([path, words]) => ({ path, bytes: text(words) })),
});

describe('the model of a property', () => {
  it('takes what has all tokens of a result in their order, whatever else is there', () => {
    const model = modelOf([text('f(x, y);')]);
    for (const taken of ['f(x, y);', 'let a; f ( x , y ) ; b', 'f(g(x, 1), y);']) assert.ok(model(text(taken)), taken);
    for (const other of ['', 'f(x y);', 'f(y, x);', 'ff(x, y);', 'f(x, y)']) assert.ok(!model(text(other)), other);
  });

  it('takes what has those of one of several results', () => {
    const model = modelOf([text('a b'), text('c')]);
    assert.deepEqual(
      ['a b', 'c', 'a', 'b a', 'b c'].map((one) => model(text(one))),
      [true, true, false, false, true],
    );
  });

  it('wants them in the files of the result', () => {
    const model = modelOf([files({ 'a.js': 'x', 'lib/b.js': 'y' })]);
    assert.ok(model(files({ 'a.js': '1 x', 'lib/b.js': 'y', 'c.js': '' })));
    assert.ok(!model(files({ 'a.js': 'x y' })));
    assert.ok(!model(files({ 'a.js': 'y', 'lib/b.js': 'x' })));
  });
});
