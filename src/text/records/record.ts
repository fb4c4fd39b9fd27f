/**
 * Formats that are lists of records with lengths and checksums. Their text has a group in brackets for each record, so that records
 * and the bytes in them can go as anything else can: lengths and checksums are no part of it, and are made anew from what is left. One
 * that is wrong in the input stays as it is, as it may be the bug. Every byte is one character of a private range, so that none is
 * taken for a word, a blank or a bracket.
 */

/** The brackets of a record, and the sign between its fields. */
export const recordStart = '\ue000';
export const recordEnd = '\ue001';
const fieldSign = '\ue002';
const firstByte = 0xe100;

export interface Coding {
  /** Its first bytes, one character for each. */
  readonly magic: string;
  /** Undefined if it cannot be read. */
  read(bytes: Buffer): string | undefined;
  write(text: Group): Buffer;
}

/** A record, or the whole text, which has one field. */
export interface Group {
  readonly fields: (number | Group)[][];
}

export function parsed(text: string): Group {
  const open: Group[] = [{ fields: [[]] }];
  for (let at = 0; at < text.length; at++) {
    const { fields } = open.at(-1)!;
    const group: Group = { fields: [[]] };
    if (text[at] === recordStart) {
      fields.at(-1)!.push(group);
      open.push(group);
    } else if (text[at] === recordEnd) {
      if (open.length > 1) open.pop();
    } else if (text[at] === fieldSign) fields.push([]);
    else fields.at(-1)!.push(text.charCodeAt(at) & 0xff);
  }
  return open[0];
}

export function textOf(bytes: Uint8Array): string {
  const characters = Uint16Array.from(bytes, (byte) => firstByte + byte);
  return Buffer.from(characters.buffer).toString('utf16le');
}

export function record(...fields: readonly (Uint8Array | string)[]): string {
  const texts = fields.map((field) => (typeof field === 'string' ? field : textOf(field)));
  return recordStart + texts.join(fieldSign) + recordEnd;
}

/** The bytes of a field, its records as `write` makes them. */
export function bytesOf(field: Group['fields'][number] = [], write: (inner: Group) => Uint8Array): Buffer {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < field.length; at++) {
    const part = field[at];
    if (typeof part !== 'number') {
      parts.push(write(part));
      continue;
    }
    const from = at;
    while (typeof field[at + 1] === 'number') at++;
    parts.push(Uint8Array.from(field.slice(from, at + 1) as number[]));
  }
  return Buffer.concat(parts);
}

/** What does not fit is cut: of fields that have run together, one may be too long for its length. */
export function uint(value: number, length: 2 | 4): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntLE(value % 2 ** (8 * length), 0, length);
  return bytes;
}

export function uintBig(value: number): Buffer {
  return uint(value, 4).reverse();
}
