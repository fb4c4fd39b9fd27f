import assert from 'node:assert/strict';
import fc from 'fast-check';
import { byteOrderMark, decode, encode } from '../../../src/text/encoding';
import { countTokens, tokensBefore } from '../../../src/text/tokens';

describe('encoding', () => {
  it('returns every sequence of bytes unchanged', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const { text, encoding } = decode(bytes);
        assert.deepEqual(encode(text, encoding), Buffer.from(bytes));
      }),
    );
  });

  it('reads UTF-8 as UTF-8 and anything else byte by byte', () => {
    assert.deepEqual(decode(Buffer.from('é€😀')), { text: 'é€😀', encoding: 'utf8' });
    assert.deepEqual(decode(Buffer.from([0x61, 0xff, 0x00])), { text: 'a\u00ff\u0000', encoding: 'latin1' });
  });

  it('keeps a byte order mark as part of the text', () => {
    const { text } = decode(Buffer.from([0xef, 0xbb, 0xbf, 0x61]));
    assert.equal(byteOrderMark(text), 1);
    assert.equal(byteOrderMark('a'), 0);
  });
});

describe('tokens', () => {
  it('are words and single other characters', () => assert.equal(countTokens('let x_1 = "a b";'), 8));

  it('have the same count in the whole text and in every range of whole tokens', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        const text = `${left} ${right}`;
        const before = tokensBefore(text);
        assert.equal(before[text.length], countTokens(text));
        assert.equal(before[text.length] - before[left.length + 1], countTokens(right));
      }),
    );
  });
});
