/** What the terminal prints for people: names of files, and what tests say, cannot act on it. */
import { visible } from '../text/visible';

/** A sentence on stderr. */
export function warn(sentence: string): void {
  process.stderr.write(`${visible(sentence)}\n`);
}

/** On stdout, where a program gets the very bytes. */
export function show(text: string, stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stdout): void {
  stream.write(stream.isTTY ? visible(text) : text);
}
