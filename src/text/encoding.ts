/** Bytes to text and back without loss. */
import { createHash } from 'node:crypto';
import { type ChainName, blocks, chainIn, chainOf, png, protobuf, riff, wasm } from './records/lists';
import { type Coding, parsed } from './records/record';
import { zip } from './records/zip';

/** The records of a format; else UTF-8 if the bytes are valid UTF-8; else one character per byte, so that any file can be reduced. */
export type Encoding = PlainEncoding | keyof typeof formats | ChainName;

const formats = { png, riff, wasm, zip, protobuf, blocks } satisfies Record<string, Coding>;

function codingOf(encoding: Exclude<Encoding, PlainEncoding>): Pick<Coding, 'read' | 'write'> {
  return encoding in formats ? formats[encoding as keyof typeof formats] : chainOf(encoding as ChainName);
}

/** How the bytes are shown to people and programs. */
export type PlainEncoding = 'utf8' | 'latin1';

export function plainEncoding(encoding: Encoding): PlainEncoding {
  return encoding === 'utf8' ? encoding : 'latin1';
}

/** A text has no zero and the like; the lengths in all of the formats are such bytes. */
const isNoSign = (byte: number) => byte < 9 || (byte > 13 && byte < 27);

export interface DecodedText {
  readonly text: string;
  readonly encoding: Encoding;
}

/** `asRecords`: if it is in one of the formats. The passes of others know no records. */
export function decode(bytes: Uint8Array, asRecords = true): DecodedText {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const records = asRecords && buffer.some(isNoSign) ? decodedRecords(buffer) : undefined;
  if (records) return records;
  const text = buffer.toString('utf8');
  if (Buffer.from(text, 'utf8').equals(buffer)) return { text, encoding: 'utf8' };
  return { text: buffer.toString('latin1'), encoding: 'latin1' };
}

/** Undefined if they are in none of the formats, or could not be made again from the text. */
function decodedRecords(bytes: Buffer): DecodedText | undefined {
  const hasMagic = (magic: string) => bytes.subarray(0, magic.length).equals(Buffer.from(magic, 'latin1'));
  const known = (Object.keys(formats) as (keyof typeof formats)[]).filter((name) => hasMagic(formats[name].magic));
  const chain = known.every((name) => formats[name].magic === '') ? chainIn(bytes) : undefined;
  for (const encoding of [chain ?? [], known].flat()) {
    try {
      const text = codingOf(encoding).read(bytes);
      if (text !== undefined && encode(text, encoding).equals(bytes)) return { text, encoding };
    } catch (error) {
      // An offset out of the file, or records a thousand deep.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return undefined;
}

/** Decodes several files in the same encoding, so that they can be compared. */
export function decodeAll(files: readonly Uint8Array[]): { texts: string[]; encoding: PlainEncoding } {
  const encoding = files.every((bytes) => decode(bytes).encoding === 'utf8') ? 'utf8' : 'latin1';
  return { texts: files.map((bytes) => Buffer.from(bytes).toString(encoding)), encoding };
}

export function encode(text: string, encoding: Encoding): Buffer {
  return encoding === 'utf8' || encoding === 'latin1'
    ? Buffer.from(text, encoding)
    : codingOf(encoding).write(parsed(text));
}

/** The same length, without the bytes where that is possible. */
export function byteLength(text: string, encoding: Encoding): number {
  return encoding === plainEncoding(encoding) ? Buffer.byteLength(text, encoding) : encode(text, encoding).length;
}

/** UTF-16 code units of a byte order mark at the start: 0 or 1. It is never removed. */
export function byteOrderMark(text: string): number {
  return text.charCodeAt(0) === 0xfeff ? 1 : 0;
}

/** A short name of a text: texts with the same digest are the same. */
export function digest(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}
