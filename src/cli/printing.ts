/** What the terminal prints for people: names of files, and what tests say, cannot act on it. */
import { spelled } from '../options/spelling';
import { visible } from '../text/visible';

export const exitCodes = { reduced: 0, doesNotHold: 1, usage: 2, interrupted: 130 } as const;

/** A sentence on stderr. */
export function warn(sentence: string): void {
  const told = spelled(sentence, 'terminal');
  // Lines to paste begin as this process was called.
  const isByNpx = process.env.npm_command === 'exec';
  streams().stderr.write(`${visible(isByNpx ? told.replace(/^( *)whittle (?=[a-z])/gm, '$1npx whittle ') : told)}\n`);
}

/** On stdout, where a program gets the very bytes. */
export function show(text: string, stream: Stream = streams().stdout): void {
  stream.write(stream.isTTY ? visible(text) : text);
}

/** Where a command reads keys, writes its result and tells its progress: the streams of this process, or those that `main` is given. */

export interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string | Uint8Array): unknown;
}

export interface Streams {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Stream;
  readonly stderr: Stream;
}

let current: Streams = process;

/** Of the command that runs: a process runs one at a time. */
export const streams = (): Streams => current;

/** The streams of the process are those of later commands again. */
export async function withStreams<T>(given: Streams, work: () => Promise<T>): Promise<T> {
  current = given;
  try {
    return await work();
  } finally {
    current = process;
  }
}

/** Pads the columns to the width of their cells. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const padded = (cell: string, column: number) => cell.padEnd(widths[column]);
  return rows.map((row) => row.map(padded).join('  ').trimEnd()).join('\n');
}
