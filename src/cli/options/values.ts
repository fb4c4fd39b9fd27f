/** What stands after an option on the command line: read, or refused in one sentence. */
import { InvalidArgumentError } from 'commander';
import { mostJobs } from '../../reduction/drive/workers';
import type { Jobs } from '../../reduction/drive/workers';

/** The text itself, if it can be read. */
export function checked(parse: (text: string) => unknown): (text: string) => string {
  return (text) => {
    try {
      parse(text);
      return text;
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message);
    }
  };
}

/** All texts of a repeatable option. */
export function collected(
  check: (text: string) => string,
): (text: string, before?: readonly string[]) => readonly string[] {
  return (text, before = []) => [...before, check(text)];
}

export function count(value: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < 1 || number >= 2 ** 31) {
    throw new InvalidArgumentError('It must be a whole number above 0 and below 2³¹.');
  }
  return number;
}

export function also(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

export function jobs(value: string): Jobs {
  if (value === 'auto') return value;
  if (count(value) > mostJobs) throw new InvalidArgumentError(`It must be at most ${mostJobs}.`);
  return count(value);
}

export function seconds(value: string): number {
  const number = Number(value);
  if (!(number > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return number;
}
