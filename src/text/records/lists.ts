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
    let [from, length] = [at + 1, 0];
    for (let shift = 1; from < bytes.length; shift *= 128) {
      length += (bytes[from] & 127) * shift;
      if (bytes[from++] < 128) break;
    }
    return { tag: [at, at + 1], literal: [at + 1, from], contents: [from, from + length] };
  },
  make: (tag, contents, literal) => [tag, literal ?? leb(contents.length), contents],
});

/** Where the length of a record is: in its header, which begins after so many bytes of the file. Lengths in bytes. */
interface Chain {
  readonly from: number;
  readonly header: number;
  readonly at: number;
  readonly width: 2 | 4;
  readonly isBig: boolean;
}

const mostBefore = 64;
const longestHeader = 16;

/** Records of a chain, at least; those without contents are at most as many. */
const fewestLinks = 3;

/** What a chain is called: `chain 24 16 8 4 LE`. */
export type ChainName = `chain ${string}`;

/** Records that reach the end of the file exactly, of an unknown format; the widest lengths first. */
export function chainIn(bytes: Buffer): ChainName | undefined {
  for (const width of [4, 2] as const)
    for (const isBig of [true, false])
      for (let header = width; header <= longestHeader; header++)
        for (let at = 0; at <= header - width; at++)
          for (let from = 0; from <= mostBefore; from++) {
            const chain = { from, header, at, width, isBig };
            const links = linksOf(bytes, chain);
            const full = links.filter((end, index) => end - (links[index - 1] ?? from) > header).length;
            if (links.at(-1) === bytes.length && full >= fewestLinks && 2 * full >= links.length)
              return `chain ${from} ${header} ${at} ${width} ${isBig ? 'BE' : 'LE'}`;
          }
  return undefined;
}

/** Ends of the records, as far as they are in the file. */
function linksOf(bytes: Buffer, { from, header, at, width, isBig }: Chain): number[] {
  const links: number[] = [];
  for (let next = from; next + header <= bytes.length;) {
    const place = next + at;
    next += header + (isBig ? bytes.readUIntBE(place, width) : bytes.readUIntLE(place, width));
    if (next > bytes.length) break;
    links.push(next);
  }
  return links;
}

export function chainOf(name: ChainName): Omit<Coding, 'magic'> {
  const [, from, header, at, width, order] = name.split(' ');
  const chain: Chain = { from: +from, header: +header, at: +at, width: width === '2' ? 2 : 4, isBig: order === 'BE' };
  const after = chain.at + chain.width;
  return {
    read: (bytes) =>
      linksOf(bytes, chain).reduce(
        (text, end, index, links) => {
          const one = bytes.subarray(links[index - 1] ?? chain.from, end);
          return text + record(textOf(one.subarray(0, chain.at)) + textOf(one.subarray(after)));
        },
        textOf(bytes.subarray(0, chain.from)),
      ),
    write: ({ fields: [body] }) =>
      bytesOf(body, ({ fields: [own] }) => {
        const whole = bytesOf(own, () => Buffer.alloc(0));
        const length = uint(Math.max(0, whole.length + chain.width - chain.header), chain.width);
        return Buffer.concat([
          whole.subarray(0, chain.at),
          chain.isBig ? length.reverse() : length,
          whole.subarray(chain.at),
        ]);
      }),
  };
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
