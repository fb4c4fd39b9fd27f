/** The standard streams of a test. Output goes to files of limited size: a pipe would wait for background children. */
import { closeSync, fstatSync, ftruncateSync, openSync, readdirSync, readSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { attempt } from '../platform/files';
import { rootPrefix } from './escapees';

export type StreamName = 'stdout' | 'stderr';

/** Output, with line ends \n and without the escape sequences of terminals; at most the first and the last million bytes of each. */
export type Said = Readonly<Record<StreamName, string>>;

const pathIn = (temporary: string, name: StreamName) => join(temporary, `.whittle-${name}`);

/** Files in `temporary`. `stdin`: the file that is read. */
export function openStreams(temporary: string, stdin?: string) {
  const [stdout, stderr] = [openOutput(pathIn(temporary, 'stdout')), openOutput(pathIn(temporary, 'stderr'))];
  return {
    files: { stdin, stdout: stdout.path, stderr: stderr.path },
    said: (): Said => ({ stdout: stdout.text(), stderr: stderr.text() }),
    close() {
      stdout.close();
      stderr.close();
    },
  };
}

/** The end of what each test says that runs now, of all runs of this process. */
export function liveOutput(): string[] {
  const within = (path: string, isWanted: (name: string) => boolean) =>
    attempt(() => readdirSync(path).filter(isWanted), []).map((name) => join(path, name));
  const prefix = rootPrefix();
  const roots = within(tmpdir(), (name) => name.startsWith(prefix));
  const places = roots.flatMap((root) => within(root, (name) => name.endsWith('.tmp')));
  const said = (place: string, name: StreamName) => attempt(() => plain(endIn(pathIn(place, name))), '');
  return places.map((place) => endOf({ stdout: said(place, 'stdout'), stderr: said(place, 'stderr') })).filter(Boolean);
}

function endIn(path: string): string {
  const file = openSync(path, 'r');
  try {
    return read(file, -longestEnd).toString();
  } finally {
    closeSync(file);
  }
}

/** Bytes kept at each end, and largest size of the file. */
const kept = 1_000_000;
export const mostOutput = 64 * kept;

/**
 * A test may write without end. When the file reaches its limit, both ends are kept, the rest is dropped, and the file starts again
 * from empty. Output during such a cut is lost (also the end, if this thread is blocked at that moment), so cuts are rare. The file
 * can exceed the limit by the output of some milliseconds, or of the time that this thread is blocked.
 */
function openOutput(path: string) {
  const file = openSync(path, 'a+');
  let head: Buffer | undefined;
  let dropped: Buffer = Buffer.alloc(0);
  let spare: Buffer | undefined;
  const tail = () => Buffer.concat([dropped, read(file, -kept)]).subarray(-kept);
  const bounding = setInterval(() => {
    if (fstatSync(file).size < mostOutput) return;
    head ??= read(file, kept);
    dropped = read(file, -kept, (spare ??= Buffer.alloc(kept)));
    ftruncateSync(file);
  }, 5);
  const whole = () => {
    if (!head && fstatSync(file).size <= 2 * kept) return read(file, 2 * kept).toString();
    return `${(head ?? read(file, kept)).toString()}\n${tail().toString()}`;
  };
  return {
    path,
    text: () => plain(whole()),
    close() {
      clearInterval(bounding);
      closeSync(file);
    },
  };
}

/** Of each stream, for messages. */
const longestEnd = 4000;

/** The end of the output, for messages. */
export function endOf({ stdout, stderr }: Said): string {
  const ends = [stdout, stderr].map((text) => text.slice(-longestEnd).trim());
  return ends.filter(Boolean).join('\n').slice(-longestEnd);
}

function plain(text: string): string {
  const lines = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
  return lines.includes('\x1b') ? stripVTControlCharacters(lines) : lines;
}

/** The first bytes of the file, or the last ones if `count` is negative; uses `spare` if the file is larger. */
function read(file: number, count: number, spare?: Buffer): Buffer {
  const { size } = fstatSync(file);
  const buffer = spare ?? Buffer.alloc(Math.min(size, Math.abs(count)));
  const length = readSync(file, buffer, 0, buffer.length, count < 0 ? size - buffer.length : 0);
  return buffer.subarray(0, length);
}
