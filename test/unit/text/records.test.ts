import assert from 'node:assert/strict';
import { crc32, deflateRawSync } from 'node:zlib';
import { reduce } from '../../../src/library';
import { decode, encode, type Encoding } from '../../../src/text/encoding';
import { recordEnd, recordStart, uint, uintBig } from '../../../src/text/records/record';

const latin = (text: string) => Buffer.from(text, 'latin1');

const chunk = (type: string, contents: Buffer, sum = crc32(Buffer.concat([latin(type), contents]))) =>
  Buffer.concat([uintBig(contents.length), latin(type), contents, uintBig(sum)]);

const pngOf = (...chunks: readonly Buffer[]) => Buffer.concat([latin('\x89PNG\r\n\x1a\n'), ...chunks]);

const riffChunk = (type: string, contents: Buffer) =>
  Buffer.concat([latin(type), uint(contents.length, 4), contents, Buffer.alloc(contents.length % 2)]);

const section = (id: number, contents: Buffer) =>
  Buffer.concat([Buffer.of(id, (contents.length & 127) | 128, contents.length >> 7), contents]);

/** Of a message in Protocol Buffers. */
const field = (at: number, contents: Buffer) => Buffer.concat([Buffer.of(8 * at + 2, contents.length), contents]);
const number = Buffer.concat([Buffer.of(0x18, 0x96, 0x01, 0x21), Buffer.alloc(8, 1), Buffer.of(0x2d), Buffer.alloc(4)]);

/** `later`: lengths and checksums follow the contents. */
function zipOf(files: Readonly<Record<string, string>>, { later = false, wrong = 0 } = {}): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  for (const [name, text] of Object.entries(files)) {
    const contents = deflateRawSync(text);
    const sums = [uint((crc32(latin(text)) ^ wrong) >>> 0, 4), uint(contents.length, 4), uint(text.length, 4)];
    const about = [Buffer.of(20, 0, later ? 8 : 0, 0, 8, 0), uint(0x58a1_6000, 4)];
    const lengths = [uint(name.length, 2), uint(0, 2)];
    const offset = locals.reduce((sum, { length }) => sum + length, 0);
    const shown = later ? [Buffer.alloc(12)] : sums;
    const last = later ? [latin('PK\x07\x08'), ...sums] : [];
    locals.push(Buffer.concat([latin('PK\x03\x04'), ...about, ...shown, ...lengths, latin(name), contents, ...last]));
    const rest = [uint(0, 2), uint(0, 4), uint(0, 4), uint(offset, 4), latin(name)];
    directory.push(Buffer.concat([latin('PK\x01\x02'), Buffer.of(20, 3), ...about, ...sums, ...lengths, ...rest]));
  }
  const [all, central] = [locals, directory].map((parts) => Buffer.concat(parts));
  const count = uint(locals.length, 2);
  const end = [uint(0, 4), count, count, uint(central.length, 4), uint(all.length, 4), uint(3, 2), latin('end')];
  return Buffer.concat([all, central, latin('PK\x05\x06'), ...end]);
}

const head = chunk('IHDR', Buffer.alloc(13, 7));
const note = chunk('tEXt', latin('a word, (a bracket and "a quote'));
const examples: readonly (readonly [name: string, encoding: Encoding, bytes: Buffer])[] = [
  ['PNG', 'png', pngOf(head, note, chunk('IEND', Buffer.alloc(0)))],
  ['PNG with a wrong checksum', 'png', pngOf(head, chunk('gAMA', uint(5, 4), 1234), note)],
  ['PNG that ends early', 'png', pngOf(head, note).subarray(0, -9)],
  ['RIFF', 'riff', riffChunk('RIFF', Buffer.concat([latin('WAVE'), riffChunk('data', latin('odd'))]))],
  [
    'RIFF with a list',
    'riff',
    riffChunk(
      'RIFF',
      Buffer.concat([latin('WAVE'), riffChunk('LIST', Buffer.concat([latin('INFO'), riffChunk('INAM', latin('a'))]))]),
    ),
  ],
  [
    'RIFF with a wrong length',
    'riff',
    Buffer.concat([latin('RIFF'), uint(99, 4), latin('WEBP'), riffChunk('VP8 ', latin('ab'))]),
  ],
  [
    'WebAssembly, lengths with a byte in reserve',
    'wasm',
    Buffer.concat([latin('\0asm\x01\0\0\0'), section(0, latin('\x01a12')), section(3, Buffer.alloc(300))]),
  ],
  ['Protocol Buffers', 'protobuf', Buffer.concat([field(1, latin('ab')), field(2, field(1, latin('c\x01'))), number])],
  ['ZIP', 'zip', zipOf({ 'a.txt': 'aaaaaaaaaa', 'b/c.txt': 'bbbb' })],
  ['ZIP with wrong checksums', 'zip', zipOf({ 'a.txt': 'aaaaaaaaaa' }, { wrong: 1 })],
  ['ZIP written in one go', 'zip', zipOf({ 'a.txt': 'aaaaaaaaaa', b: '' }, { later: true })],
];

/** As of MIDI and pcap. */
const link = (tag: string, contents: Buffer) => Buffer.concat([latin(tag), uintBig(contents.length), contents]);
const chained = Buffer.concat([
  latin('head\0'),
  ...['one', 'two and more', '', 'three'].map((text) => link('TRCK', latin(text))),
]);

describe('files in no known format', () => {
  it('are chains of records if their lengths lead to the end, and lengths fit what is left', () => {
    const { text, encoding } = decode(chained);
    assert.match(encoding, /^chain 5 8 4 BE$/);
    assert.deepEqual(encode(text, encoding), chained);
    const at = text.indexOf(decode(chained).text.split(recordEnd)[1]);
    const shorter = encode(text.slice(0, at + 8) + text.slice(at + 9), encoding);
    assert.equal(shorter.length, chained.length - 1);
    assert.equal(decode(shorter).encoding, encoding);
    for (let gone = 0; gone < text.length; gone++)
      assert.ok(encode(text.slice(0, gone) + text.slice(gone + 1), encoding).length > 0, `without character ${gone}`);
  });

  it('are no chain if a length leads beyond the end, or nothing is in most records', () => {
    const far = Buffer.from(chained);
    far[12] = 127;
    assert.equal(decode(far).encoding, 'utf8');
    assert.notEqual(decode(Buffer.concat([latin('ab\0'), Buffer.alloc(40)])).encoding.slice(0, 5), 'chain');
  });

  it('are blocks of 512 bytes if their length is a multiple of that', () => {
    const bytes = Buffer.concat(Array.from({ length: 9 }, (_, at) => Buffer.alloc(512, at)));
    const { text, encoding } = decode(bytes);
    assert.equal(encoding, 'blocks');
    assert.deepEqual(encode(text, encoding), bytes);
    const second = text.indexOf(recordEnd) + 1;
    const end = text.indexOf(recordEnd, second) + 1;
    const rest = Buffer.concat([bytes.subarray(0, 512), bytes.subarray(1024)]);
    assert.deepEqual(encode(text.slice(0, second) + text.slice(end), encoding), rest);
    assert.equal(decode(bytes.subarray(1)).encoding, 'utf8');
  });
});

describe('records', () => {
  for (const [name, encoding, bytes] of examples) {
    it(`are read and made again: ${name}`, () => {
      const decoded = decode(bytes);
      assert.equal(decoded.encoding, encoding);
      assert.ok(decoded.text.includes(recordStart));
      assert.deepEqual(encode(decoded.text, encoding), bytes);
    });
    it(`make bytes whatever is left of them: ${name}`, () => {
      const { text } = decode(bytes);
      for (let at = 0; at < text.length; at++) {
        const made = encode(text.slice(0, at) + text.slice(at + 1), encoding);
        assert.ok(made.length > 0, `without character ${at}`);
      }
    });
  }

  it('get lengths and checksums that fit', () => {
    const { text } = decode(pngOf(head, note));
    const lastByte = text.lastIndexOf(recordEnd) - 1;
    const shorter = encode(text.slice(0, lastByte) + text.slice(lastByte + 1), 'png');
    assert.deepEqual(shorter, pngOf(head, chunk('tEXt', latin('a word, (a bracket and "a quot'))));
  });

  it('are fields in fields, whose lengths fit what is left', () => {
    const message = (inner: string) => Buffer.concat([field(1, latin('ab')), field(2, field(3, latin(inner))), number]);
    const { text, encoding } = decode(message('c\x01d'));
    const [at] = [text.indexOf(decode(message('c\x01d')).text.match(/\ue163/)![0])];
    assert.deepEqual(encode(text.slice(0, at) + text.slice(at + 1), encoding), message('\x01d'));
    assert.equal(decode(Buffer.concat([message('c'), Buffer.of(7)])).encoding, 'latin1');
  });

  it('are none if the bytes would not be the same again, and for passes', () => {
    const cut = zipOf({ 'a.txt': 'aaaa' }).subarray(0, -10);
    assert.equal(decode(cut).encoding, 'latin1');
    assert.equal(decode(pngOf(head, note), false).encoding, 'latin1');
    assert.equal(decode(latin('RIFF raff')).encoding, 'utf8');
  });

  it('are none if they lie too deep, and make bytes if a field has become too long for its length', () => {
    let deep = Buffer.alloc(0);
    for (let level = 0; level < 3000; level++) deep = riffChunk('LIST', Buffer.concat([latin('INFO'), deep]));
    assert.ok(
      ['latin1', 'riff', 'utf8'].includes(decode(riffChunk('RIFF', Buffer.concat([latin('WAVE'), deep]))).encoding),
    );
    const { text } = decode(zipOf({ a: Array.from({ length: 60_000 }, (_, at) => (at * at) % 9973).join() }));
    const lastSign = text.lastIndexOf('\ue002');
    assert.ok(encode(text.slice(0, lastSign) + text.slice(lastSign + 1), 'zip').length > 65_536);
  });

  it('go one by one: a wrong checksum among sixty is found in few tests', async () => {
    const chunks = Array.from({ length: 30 }, (_, at) => chunk('tEXt', latin(`key ${at} `.repeat(20))));
    const input = pngOf(head, ...chunks, chunk('gAMA', uint(5, 4), 1234), ...chunks);
    const property = (text: string, { bytes }: { readonly bytes: Uint8Array }) => {
      assert.equal(text, Buffer.from(bytes).toString('latin1'));
      return (
        text.startsWith('\x89PNG') &&
        text.includes('IHDR') &&
        text.includes(`gAMA${latin('\x05\0\0\0').toString('latin1')}${uintBig(1234).toString('latin1')}`)
      );
    };
    const { bytes, tests } = await reduce({ input, fileName: 'a.png', property, maxTests: 60 });
    assert.ok(tests <= 60);
    assert.ok(bytes.length <= 8 + 12 + 16 + 4, `${bytes.length} bytes`);
  });
});
