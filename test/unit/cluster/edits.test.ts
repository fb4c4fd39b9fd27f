/** Candidates as edits of the base. */
import assert from 'node:assert/strict';
import { applied, editsOf, sizeOf } from '../../../src/cluster/messages';
import { drawing } from '../../support/random';

const base = Buffer.from(Array.from({ length: 2000 }, (_, line) => `let value${line} = ${line * 7919};\n`).join(''));

/** The base without every part for which `goes` says so, by parts of so many bytes. */
function without(size: number, goes: (part: number) => boolean): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < base.length; at += size) if (!goes(at / size)) parts.push(base.subarray(at, at + size));
  return Buffer.concat(parts);
}

describe('Edits of a base', () => {
  const candidates: [string, Buffer][] = [
    ['the base', base],
    ['nothing', Buffer.alloc(0)],
    ['its beginning', base.subarray(0, 1000)],
    ['its end', base.subarray(-1000)],
    ['large parts', without(5000, (part) => part % 3 === 1)],
    ['lines', without(25, (part) => part % 5 === 0)],
    ['a few bytes here and there', without(3, (part) => part % 40 === 0)],
    ['every other byte', without(1, (part) => part % 2 === 0)],
    [
      'something new in the middle',
      Buffer.concat([base.subarray(0, 999), Buffer.from('ü new\0'), base.subarray(1500)]),
    ],
    ['another order', Buffer.concat([base.subarray(3000), base.subarray(0, 3000)])],
    ['nothing of it', Buffer.alloc(5000, 'x')],
  ];
  for (const [name, candidate] of candidates) {
    it(`give ${name}`, () => {
      const edits = editsOf(base, candidate);
      assert.deepEqual(applied(base, JSON.parse(JSON.stringify(edits))), candidate);
      assert.equal(sizeOf(edits), candidate.length);
    });
  }

  it('give whatever is drawn', () => {
    const drawn = drawing(1);
    for (let draw = 0; draw < 200; draw++) {
      const [size, share] = [1 + drawn(60), drawn(100)];
      const candidate = without(size, () => drawn(100) < share);
      assert.deepEqual(applied(base, editsOf(base, candidate)), candidate, `draw ${draw}`);
    }
  });

  it('are small where little has changed', () => {
    const removed = without(500, (part) => part % 20 === 7);
    assert.ok(JSON.stringify(editsOf(base, removed)).length < removed.length / 20);
  });

  it('are refused on another base', () => {
    const edits = editsOf(base, base);
    assert.equal(applied(base.subarray(1), edits), undefined);
    assert.equal(applied(base, [...edits, [base.length, 1]]), undefined);
    assert.equal(applied(base, ['no base64 ü']), undefined);
  });
});
