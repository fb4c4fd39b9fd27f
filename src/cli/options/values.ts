/** Values of options: read, or refused in one sentence. */
import { InvalidArgumentError, Option } from 'commander';
import { mostJobs, type Jobs } from '../../reduction/drive/loops';

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

/** An option that may be given several times; `usual`: its default, in words. */
export function repeatable(flags: string, description: string, usual = 'none'): Option {
  return new Option(flags, `${description}; repeatable`)
    .argParser((value: string, before: readonly string[]) => [...before, value])
    .default([], usual);
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

/** `500M`, `4G`, or bytes. */
export function size(value: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*([kmgt]?)b?$/i.exec(value) ?? [];
  if (number === undefined) throw new InvalidArgumentError('Write a number with K, M or G, for example 500M or 4G.');
  return Math.round(Number(number) * 1024 ** ' kmgt'.indexOf(unit.toLowerCase() || ' '));
}
