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
}
