/** What the terminal prints for people: names of files, and what tests say, cannot act on it. */
import { visible } from '../text/visible';
import { streams, type Output } from './streams';

/** A sentence on stderr. */
export function warn(sentence: string): void {
  streams().stderr.write(`${visible(sentence)}\n`);
}

/** On stdout, where a program gets the very bytes. */
export function show(text: string, stream: Output = streams().stdout): void {
  stream.write(stream.isTTY ? visible(text) : text);
}
