/** Formats whose records have one shape: a tag, a length, the contents, perhaps a checksum. */
import { crc32 } from 'node:zlib';
import { type Coding, type Group, bytesOf, record, textOf, uint, uintBig } from './record';

/** Records of one shape: a tag, a length and the contents. */
interface Shape {
  readonly magic: string;
  /** Are its first bytes a record, too? */
  readonly isRecord?: boolean;
  /** Where the tag, the literal and the contents of the record at this offset are, and where it ends. */
  parts(bytes: Buffer, at: number): Record<'tag' | 'literal' | 'contents', readonly [from: number, to: number]>;
  /** `literal`: the length or checksum of the input, if it is another than the right one. */
  make(tag: Uint8Array, contents: Uint8Array, literal?: Uint8Array): Uint8Array[];
  readonly tagLength: number;
  /** Are its contents records, after so many bytes? */
  inside?(tag: string): number | undefined;
}

function listOf({ magic, isRecord, parts, make, tagLength, inside }: Shape): Coding {
  const prefix = Buffer.from(isRecord ? '' : magic, 'latin1');
  const readOne = (bytes: Buffer, at: number): { text: string; end: number } | undefined => {
    const { tag, literal, contents } = parts(bytes, at);
    const [own, wrong, body] = [tag, literal, contents].map(([from, to]) => bytes.subarray(from, to));
    for (const kept of [undefined, wrong]) {
      const made = Buffer.concat(make(own, body, kept));
      if (!made.equals(bytes.subarray(at, at + made.length))) continue;
      const skipped = inside?.(own.toString('latin1'));
      const rest = skipped === undefined ? textOf(body) : textOf(body.subarray(0, skipped)) + readAll(body, skipped);
      return { text: record(textOf(own) + rest, ...(kept ? [kept] : [])), end: at + made.length };
    }
    return undefined;
  };
  /** What is no record at the end stays as it is. */
  const readAll = (bytes: Buffer, from: number): string => {
    let text = '';
    for (let at = from; at < bytes.length;) {
      const one = readOne(bytes, at);
      if (!one || one.end === at) return text + textOf(bytes.subarray(at));
      text += one.text;
      at = one.end;
    }
    return text;
  };
  const writeOne = ({ fields: [body, literal] }: Group): Buffer => {
    const bytes = bytesOf(body, writeOne);
    const kept = bytesOf(literal, writeOne);
    return Buffer.concat(make(bytes.subarray(0, tagLength), bytes.subarray(tagLength), kept.length ? kept : undefined));
  };
  return {
    magic,
    read: (bytes) => readAll(bytes, prefix.length),
    write: ({ fields: [body] }) => Buffer.concat([prefix, bytesOf(body, writeOne)]),
  };
}

/** Portable Network Graphics (ISO/IEC 15948, section 5): length, type, contents, checksum. */
export const png = listOf({
  magic: '\x89PNG\r\n\x1a\n',
  tagLength: 4,
  parts(bytes, at) {
    const from = at + 8;
    const to = from + (at + 4 <= bytes.length ? bytes.readUInt32BE(at) : 0);
    return { tag: [at + 4, from], contents: [from, to], literal: [to, to + 4] };
  },
  make(tag, contents, literal) {
    return [uintBig(contents.length), tag, contents, literal ?? uintBig(crc32(Buffer.concat([tag, contents])))];
  },
});

/** RIFF (WAV, WebP, AVI): type, length, contents, a byte that makes the length even. */
export const riff = listOf({
  magic: 'RIFF',
  isRecord: true,
  tagLength: 4,
  parts(bytes, at) {
    const from = at + 8;
    const to = from + (from <= bytes.length ? bytes.readUInt32LE(at + 4) : 0);
    return { tag: [at, at + 4], literal: [at + 4, from], contents: [from, to] };
  },
  make: (tag, contents, literal) => {
    const filler = contents.length % 2 === 1 ? [Buffer.alloc(1)] : [];
    return [tag, literal ?? uint(contents.length, 4), contents, ...filler];
  },
  inside: (tag) => (tag === 'RIFF' || tag === 'LIST' ? 4 : undefined),
});

/** WebAssembly (core specification, section 5.5): sections with a number, a length as LEB128, and contents. */
export const wasm = listOf({
  magic: '\0asm\x01\0\0\0',
  tagLength: 1,
  parts(bytes, at) {
    const [length, from] = lebAt(bytes, at + 1);
    return { tag: [at, at + 1], literal: [at + 1, from], contents: [from, from + length] };
  },
  make: (tag, contents, literal) => [tag, literal ?? leb(contents.length), contents],
});

/** Records with a length of four bytes in their header, after so many bytes of the file. Lengths and places in bytes. */
interface Chain {
  readonly from: number;
  readonly header: number;
  readonly at: number;
  readonly isBig: boolean;
}

const width = 4;
const mostBefore = 64;
const longestHeader = 16;

/** Records with contents, at least; those without are at most as many. */
const fewestLinks = 3;

/** What a chain is called: `chain 24 16 8 LE`. */
export type ChainName = `chain ${string}`;

/** Records of an unknown format that reach the end of the file exactly, and have a byte of their headers in common; aligned lengths first. */
export function chainIn(bytes: Buffer): ChainName | undefined {
  for (const [step, isBig] of [width, 1].flatMap((one) => [true, false].map((order) => [one, order] as const)))
    for (let header = width + 1; header <= longestHeader; header++)
      for (let at = 0; at <= header - width; at += step)
        for (let from = 0; from <= mostBefore; from++)
          if (isChain(bytes, { from, header, at, isBig }))
            return `chain ${from} ${header} ${at} ${isBig ? 'BE' : 'LE'}`;
  return undefined;
}

function isChain(bytes: Buffer, chain: Chain): boolean {
  const { header, at, from } = chain;
  const links = linksOf(bytes, chain);
  if (links.at(-1) !== bytes.length) return false;
  const starts = [from, ...links.slice(0, -1)].filter((start, index) => links[index] - start > header);
  if (starts.length < fewestLinks || 2 * starts.length < links.length) return false;
  const places = Array.from({ length: header }, (_, place) => place).filter((one) => one < at || one >= at + width);
  return places.some((place) =>
    starts.every((start) => bytes[start + place] !== 0 && bytes[start + place] === bytes[starts[1] + place]),
  );
}

/** More of them are no records. */
const mostEmpty = 1000;

/** Ends of the records, as far as they are in the file. */
function linksOf(bytes: Buffer, { from, header, at, isBig }: Chain): number[] {
  const links: number[] = [];
  let empty = 0;
  for (let next = from; next + header <= bytes.length && empty < mostEmpty;) {
    const length = isBig ? bytes.readUInt32BE(next + at) : bytes.readUInt32LE(next + at);
    next += header + length;
    if (next > bytes.length) break;
    if (length === 0) empty++;
    links.push(next);
  }
  return links;
}

export function chainOf(name: ChainName): Omit<Coding, 'magic'> {
  const [, from, header, at, order] = name.split(' ');
  const chain: Chain = { from: +from, header: +header, at: +at, isBig: order === 'BE' };
  const after = chain.at + width;
  return {
    read(bytes) {
      const links = linksOf(bytes, chain);
      const records = links.map((end, index) => {
        const one = bytes.subarray(links[index - 1] ?? chain.from, end);
        return record(textOf(one.subarray(0, chain.at)) + textOf(one.subarray(after)));
      });
      return textOf(bytes.subarray(0, chain.from)) + records.join('');
    },
    write: ({ fields: [body] }) =>
      bytesOf(body, ({ fields: [own] }) => {
        const whole = bytesOf(own, () => Buffer.alloc(0));
        const length = Math.max(0, whole.length + width - chain.header);
        const written = chain.isBig ? uintBig(length) : uint(length, width);
        return Buffer.concat([whole.subarray(0, chain.at), written, whole.subarray(chain.at)]);
      }),
  };
}

/** The number at this offset, and where it ends. */
function lebAt(bytes: Buffer, at: number): readonly [value: number, end: number] {
  let [end, value] = [at, 0];
  for (let shift = 1; end < bytes.length; shift *= 128) {
    value += (bytes[end] & 127) * shift;
    if (bytes[end++] < 128) break;
  }
  return [value, end];
}

/** Lengths by the kind of a field that has no number and no contents of its own. */
const fixedLengths: Readonly<Record<number, number>> = { 1: 8, 5: 4 };
const fewestFields = 3;

/** Protocol Buffers (encoding of messages): a number with a kind for each field, then a value, or a length and contents, perhaps a message. */
export const protobuf: Coding = {
  magic: '',
  read: (bytes) => messageIn(bytes, fewestFields),
  write: ({ fields: [body] }) => bytesOf(body, fieldOf),
};

function messageIn(bytes: Buffer, fewest: number): string | undefined {
  const fields: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const [key, from] = lebAt(bytes, at);
    const kind = key % 8;
    if (key < 8 || (kind > 2 && kind !== 5)) return undefined;
    const [number, after] = kind === 0 || kind === 2 ? lebAt(bytes, from) : [fixedLengths[kind], from];
    const end = kind === 0 ? after : after + number;
    if (end > bytes.length) return undefined;
    const contents = bytes.subarray(after, end);
    const tag = bytes.subarray(at, kind === 2 ? from : end);
    fields.push(kind === 2 ? record(tag, messageIn(contents, 1) ?? textOf(contents)) : record(tag));
    at = end;
  }
  return fields.length < fewest ? undefined : fields.join('');
}

function fieldOf({ fields: [own, inner] }: Group): Buffer {
  const [tag, contents] = [bytesOf(own, fieldOf), inner && bytesOf(inner, fieldOf)];
  return contents ? Buffer.concat([tag, leb(contents.length), contents]) : tag;
}

const block = 512;
const fewestBlocks = 8;

/** Files in blocks of equal size, as archives (tar) and databases have them. */
export const blocks: Coding = {
  magic: '',
  read(bytes) {
    const count = bytes.length / block;
    if (!Number.isInteger(count) || count < fewestBlocks) return undefined;
    return Array.from({ length: count }, (_, at) => record(bytes.subarray(at * block, (at + 1) * block))).join('');
  },
  write: ({ fields: [body] }) => bytesOf(body, ({ fields: [own] }) => bytesOf(own, () => Buffer.alloc(0))),
};

function leb(value: number): Uint8Array {
  const bytes: number[] = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return Uint8Array.of(...bytes, value);
}
