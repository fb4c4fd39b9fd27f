/** Lines of a stream from outside, as they come: there is a limit to what it may say at once. */
import type { Readable } from 'node:stream';

export interface Lines {
  /** What it has said so far does not count any more. */
  begin(): void;
}

/** `hear` gets each line without its end. `tooLong` is told when there were more than `most` characters since the last `begin`. */
export function linesOf(stream: Readable, most: number, hear: (line: string) => void, tooLong: () => void): Lines {
  let parts: string[] = [];
  let count = 0;
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    if ((count += chunk.length) > most) {
      parts = [];
      return tooLong();
    }
    const [first, ...others] = chunk.split('\n');
    parts.push(first);
    for (const next of others) {
      const line = parts.join('').replace(/\r$/, '');
      parts = [next];
      if (line !== '') hear(line);
    }
  });
  return { begin: () => void (count = 0) };
}

/** The last line that the stream has said. */
export function lastLineOf(stream: Readable): () => string {
  let tail = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => void (tail = (tail + chunk).slice(-longestTail)));
  return () => tail.trim().split('\n').at(-1)!.trim();
}

const longestTail = 500;
