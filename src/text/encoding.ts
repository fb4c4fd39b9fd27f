/** Bytes to text and back without loss. */
import { createHash } from 'node:crypto';

/** UTF-8 if the bytes are valid UTF-8; else one character per byte, so that any file can be reduced. */
export type Encoding = 'utf8' | 'latin1';

/** A file's text, and how its bytes become it. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: Encoding;
}

export function decode(bytes: Uint8Array): DecodedText {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  if (Buffer.from(text, 'utf8').equals(buffer)) return { text, encoding: 'utf8' };
  return { text: buffer.toString('latin1'), encoding: 'latin1' };
}

/** Decodes several files in the same encoding, so that they can be compared. */
export function decodeAll(files: readonly Uint8Array[]): { texts: string[]; encoding: Encoding } {
  const encoding = files.every((bytes) => decode(bytes).encoding === 'utf8') ? 'utf8' : 'latin1';
  return { texts: files.map((bytes) => Buffer.from(bytes).toString(encoding)), encoding };
}

export function encode(text: string, encoding: Encoding): Buffer {
  return Buffer.from(text, encoding);
}

/** UTF-16 code units of a byte order mark at the start: 0 or 1. It is never removed. */
export function byteOrderMark(text: string): number {
  return text.charCodeAt(0) === 0xfeff ? 1 : 0;
}

/** A short name of a text: texts with the same digest are the same. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
