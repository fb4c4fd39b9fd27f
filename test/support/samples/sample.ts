/** A small program for the laws: with lists, nesting and comments, in what is typical of its language. */
interface Sample {
  readonly text: string;
  /** What must stay of it. */
  readonly wanted: RegExp;
  /** What the usual strategy and reducer leave. */
  readonly minimum: string;
}

export type Samples = Readonly<Record<string, Sample>>;
