/** Words of a command → a line for a shell; titles of tests → patterns. */
import { shellWord } from '../oracle/processes/shellLine';

const plain = /^[\w./:=@%+,-]+$/;
const assignment = /^([A-Za-z_]\w*=)(.*)$/s;

export function shellText(words: readonly string[]): string {
  const command = words.findIndex((word) => !assignment.test(word));
  return words.map((word, at) => (at < command ? setting(word) : quoted(word))).join(' ');
}

function setting(word: string): string {
  const [, name, value] = assignment.exec(word)!;
  return name + quoted(value);
}

function quoted(word: string): string {
  return plain.test(word) ? word : shellWord(word, 'none');
}

/** For regular expressions of JavaScript, Go and Rust. */
export function escapedTitle(title: string): string {
  return title.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** A test's whole title, as mocha, jest and vitest join it. */
export function fullTitle(titles: readonly string[]): string {
  return `^${escapedTitle(titles.join(' '))}$`;
}
