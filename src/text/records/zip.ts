/** ZIP archives: the files, and a directory of them at the end. */
import { crc32, inflateRawSync } from 'node:zlib';
import { type Coding, type Group, bytesOf, record, textOf, uint } from './record';

/** Versions, flags, method and time, then attributes: bytes of an entry in the central directory. */
const aboutParts = [
  [4, 16],
  [36, 42],
] as const;
const aboutLength = 18;

/** Signs of a file, of what follows its contents, of its entry in the central directory, and of the end. */
const signs = ['\x03\x04', '\x07\x08', '\x01\x02', '\x05\x06'].map((sign) => Buffer.from(`PK${sign}`));
const [localSign, laterSign, centralSign, endSign] = signs;

/**
 * ZIP (APPNOTE 6.3, section 4.3). A record has the name, what is known of the file, its checksum and length if they are wrong, the extra
 * fields at both places, the comment, and the contents.
 */
export const zip: Coding = {
  magic: 'PK\x03\x04',
  read(bytes) {
    const end = bytes.lastIndexOf(endSign);
    if (end < 0 || end + 22 > bytes.length) return undefined;
    let text = '';
    let at = bytes.readUInt32LE(end + 16);
    for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
      if (at + 46 > end || bytes.readUInt32LE(at + 42) + 30 > end) return undefined;
      const { fields, next } = entryAt(bytes, at);
      text += record(...fields);
      at = next;
    }
    return text + textOf(bytes.subarray(end + 22));
  },
  write({ fields: [body] }) {
    const [locals, directory]: [Buffer[], Buffer[]] = [[], []];
    let offset = 0;
    const comment = bytesOf(body, (group) => {
      const { local, central } = entryOf(group, offset);
      locals.push(local);
      directory.push(central);
      offset += local.length;
      return noBytes;
    });
    const central = Buffer.concat(directory);
    const count = uint(locals.length, 2);
    const sizes = [uint(0, 4), count, count, uint(central.length, 4), uint(offset, 4), uint(comment.length, 2)];
    return Buffer.concat([...locals, central, endSign, ...sizes, comment]);
  },
};

const noBytes = Buffer.alloc(0);

/** `at`: in the central directory. */
function entryAt(bytes: Buffer, at: number) {
  const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place));
  const slice = (from: number, length: number) => bytes.subarray(from, from + length);
  const name = slice(at + 46, nameLength);
  const local = bytes.readUInt32LE(at + 42) + 30;
  const own = slice(local + nameLength, bytes.readUInt16LE(local - 2));
  const contents = slice(local + nameLength + own.length, bytes.readUInt32LE(at + 20));
  const about = Buffer.concat(aboutParts.map(([from, to]) => bytes.subarray(at + from, at + to)));
  const sums = Buffer.concat([slice(at + 16, 4), slice(at + 24, 4)]);
  const wrong = sums.equals(sumsOf(about, contents)) ? noBytes : sums;
  const extra = slice(at + 46 + nameLength, extraLength);
  const comment = slice(at + 46 + nameLength + extraLength, commentLength);
  const next = at + 46 + nameLength + extraLength + commentLength;
  return { fields: [name, about, wrong, own, extra, comment, contents], next };
}

/** `offset`: of the file. */
function entryOf({ fields }: Group, offset: number): { local: Buffer; central: Buffer } {
  const texts = Array.from({ length: 7 }, (_, at) => bytesOf(fields[at], () => noBytes));
  const [name, known, wrong, own, extra, comment, contents] = texts;
  const about = Buffer.concat([known, Buffer.alloc(aboutLength)], aboutLength);
  const sums = wrong.length === 8 ? wrong : sumsOf(about, contents);
  const lengths = Buffer.concat([sums.subarray(0, 4), uint(contents.length, 4), sums.subarray(4)]);
  // They may follow the contents, if the file was written in one go.
  const isLater = about[4] & 8;
  const head = (told: Buffer) => Buffer.concat([about.subarray(2, 12), told, uint(name.length, 2)]);
  const others = [uint(extra.length, 2), uint(comment.length, 2), uint(0, 2), about.subarray(12), uint(offset, 4)];
  return {
    local: Buffer.concat([
      ...[localSign, head(isLater ? Buffer.alloc(12) : lengths), uint(own.length, 2), name, own, contents],
      ...(isLater ? [laterSign, lengths] : []),
    ]),
    central: Buffer.concat([centralSign, about.subarray(0, 2), head(lengths), ...others, name, extra, comment]),
  };
}

/** Checksum and length of the file whose contents these are, packed or not. */
function sumsOf(about: Buffer, contents: Buffer): Buffer {
  const file = about.readUInt16LE(6) === 8 ? unpacked(contents) : contents;
  return Buffer.concat([uint(crc32(file), 4), uint(file.length, 4)]);
}

function unpacked(contents: Buffer): Buffer {
  try {
    return inflateRawSync(contents);
  } catch {
    return contents;
  }
}
