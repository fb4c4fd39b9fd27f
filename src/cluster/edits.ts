/**
 * A candidate as edits of the base, which every worker has: what is left of it by where it stands, and what is new as it is. What a
 * reduction makes keeps the order of the base, so one way through both finds it.
 */

import { z } from 'zod';

export const size = z.number().min(0).max(Number.MAX_SAFE_INTEGER);

/** Start and length in the base, in bytes; or bytes that are not of it, in base64. */
export const edits = z.array(z.union([z.string(), z.tuple([size, size])]));
export type Edits = z.output<typeof edits>;

/** Bytes by which a place in the base is found again, and how often that may fail. */
const anchor = 24;
const mostFailures = 64;

export function editsOf(base: Buffer, content: Buffer): Edits {
  const pieces: Edits = [];
  let failures = 0;
  let [from, at, fresh] = [0, 0, 0];
  const copy = (start: number, length: number) => {
    if (fresh < at) pieces.push(content.toString('base64', fresh, at));
    pieces.push([start, length]);
    at += length;
    [from, fresh] = [start + length, at];
  };
  while (at < content.length) {
    const length = commonLength(base, from, content, at);
    if (length >= Math.min(anchor, content.length - at)) copy(from, length);
    if (at === content.length) break;
    const found = failures < mostFailures ? base.indexOf(content.subarray(at, at + anchor), from) : -1;
    if (found >= 0) from = found;
    else {
      failures++;
      at = failures < mostFailures ? Math.min(content.length, at + anchor) : content.length;
    }
  }
  if (fresh < content.length) pieces.push(content.toString('base64', fresh));
  return pieces;
}

/** Bytes of the candidate. */
export function sizeOf(pieces: Edits): number {
  const sizes = pieces.map((piece) => (typeof piece === 'string' ? Buffer.byteLength(piece, 'base64') : piece[1]));
  return sizes.reduce((sum, one) => sum + one, 0);
}

/** Undefined if the edits are not of this base. */
export function applied(base: Buffer, pieces: Edits): Buffer | undefined {
  const partOf = (piece: Edits[0]) =>
    typeof piece === 'string' ? Buffer.from(piece, 'base64') : base.subarray(piece[0], piece[0] + piece[1]);
  const bytes = Buffer.concat(pieces.map(partOf));
  return bytes.length === sizeOf(pieces) ? bytes : undefined;
}

/** Bytes that are the same from there on. */
function commonLength(one: Buffer, from: number, other: Buffer, at: number): number {
  const most = Math.min(one.length - from, other.length - at);
  let length = 0;
  while (length < most && one[from + length] === other[at + length]) length++;
  return length;
}
