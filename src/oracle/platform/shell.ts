/** What a shell is to the oracle. */

export type Quotes = 'none' | 'single' | 'double';

/** Follows a line as far as quoting goes. */
export interface Reader {
  read(text: string): void;
  /** Around what comes next. */
  quotes(): Quotes;
}

export interface Shell {
  /** Program and arguments that run `line`. */
  words(line: string): string[];
  /** `path` where the quotes around it are `quotes`. */
  word(path: string, quotes: Quotes): string;
  reader(): Reader;
  /** A program as the first word of a line, from a path with `/`. */
  program(path: string): string;
  /** Stands before a command, and gives it a variable; `value` is a word already. */
  setting(name: string, value: string): string;
}
