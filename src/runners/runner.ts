/** What each test runner says of a test file: is it one of its own, and which command runs it? */

export interface TestFile {
  /** Absolute, without links. */
  readonly path: string;
  readonly text: string;
  /** The workspace, without links: folders above it are only asked for installed programs. */
  readonly root: string;
}

/** The file names the runner; its package does; the runner is installed; it may serve. */
export const surenesses = ['certain', 'sure', 'likely', 'guess'] as const;

export type Sureness = (typeof surenesses)[number];

export interface Finding {
  readonly sureness: Sureness;
  /** The directory in which the command runs. */
  readonly cwd: string;
  /** A regular expression for what it prints when a test has failed, and not when the file cannot even be loaded. */
  readonly failed?: string;
  /**
   * The command that runs the file, or of its tests only that with these titles, outermost first: its words, settings of the
   * environment (`NAME=value`) before them. Everything that costs time is off: coverage, watching, other workers.
   */
  words(titles: readonly string[]): readonly string[];
}

export interface Runner {
  readonly name: string;
  /** What the paths of its test files look like. Menus use it, which cannot read files. */
  readonly paths: RegExp;
  /** Undefined if the file is none of its tests. Reads files of the workspace. */
  find(file: TestFile): Finding | undefined;
}

/** What a runner is recognised by; the nearer to the file, the more it counts. */
export interface Evidence {
  readonly sureness: Sureness;
  readonly folder: string;
}
