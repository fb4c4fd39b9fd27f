/** Where a command reads keys, writes its result and tells its progress: the streams of this process, or those that `main` is given. */

export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface Streams {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
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
