/** What a test says on one stream: kept in a file, because a pipe would wait for children left in the background; bounded. */
import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

export interface Output {
  /** Descriptor for the stream. */
  readonly file: number;
  /** Its first and its last million bytes, with line ends \n and without the escape sequences of terminals. */
  text(): string;
  close(): void;
}

/** Bytes kept at each end, and those that the file may have. */
const kept = 1_000_000;
const most = 64 * kept;

/**
 * A test may write without end: when the file has become so large, what it wrote is dropped, all but both ends, and the file begins
 * anew. What comes in the very moment of a cut is lost (if this thread is held up just then, that may be the end), so cuts are rare.
 * On disk are as many bytes, and what a test can write in some milliseconds, or more while this thread is held up.
 */
export function openOutput(path: string): Output {
  const file = openSync(path, 'a+');
  let head: Buffer | undefined;
  let dropped: Buffer = Buffer.alloc(0);
  let spare: Buffer | undefined;
  const tail = () => Buffer.concat([dropped, read(file, -kept)]).subarray(-kept);
  const bounding = setInterval(() => {
    if (fstatSync(file).size < most) return;
    head ??= read(file, kept);
    dropped = read(file, -kept, (spare ??= Buffer.alloc(kept)));
    ftruncateSync(file);
  }, 5);
  const whole = () => {
    if (!head && fstatSync(file).size <= 2 * kept) return read(file, 2 * kept).toString();
    return `${(head ?? read(file, kept)).toString()}\n${tail().toString()}`;
  };
  return {
    file,
    text: () => plain(whole()),
    close() {
      clearInterval(bounding);
      closeSync(file);
    },
  };
}

/** The end of what was said, for messages. */
export function endOf({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string {
  return [stdout.slice(-4000).trim(), stderr.slice(-4000).trim()].filter(Boolean).join('\n').slice(-4000);
}

function plain(text: string): string {
  const lines = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
  return lines.includes('\x1b') ? stripVTControlCharacters(lines) : lines;
}

/** The first bytes of the file, or with a negative number the last ones; in `spare` if the file is larger than that. */
function read(file: number, count: number, spare?: Buffer): Buffer {
  const { size } = fstatSync(file);
  const buffer = spare ?? Buffer.alloc(Math.min(size, Math.abs(count)));
  const length = readSync(file, buffer, 0, buffer.length, count < 0 ? size - buffer.length : 0);
  return buffer.subarray(0, length);
}
