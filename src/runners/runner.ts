/** Interface of a test runner: does a test file belong to it, and which command runs the file? */
import type { ReportForm } from '../oracle/reports/readers';
import type { TestFile } from './testFile';

/** The file names the runner; its package names it; the package has it installed; nothing names it. */
export const surenesses = ['certain', 'sure', 'likely', 'guess'] as const;

export interface Evidence {
  readonly sureness: (typeof surenesses)[number];
  /** The directory in which the command runs, absolute. */
  readonly cwd: string;
}

interface Finding extends Evidence {
  /** Of the command. Environment variables (`NAME=value`) come first. All that costs time is off: coverage, watching, other workers. */
  readonly words: readonly string[];
}

export interface Reporting {
  /** A regular expression for the output of a failed test; it must not match if the file cannot even be loaded. */
  readonly failed?: string;
  /** Form in which it prints failed tests. */
  readonly report?: ReportForm;
}

export interface Runner extends Reporting {
  readonly name: string;
  /** Pattern of the paths of its test files, for menus, which cannot read files. */
  readonly paths: RegExp;
  /** For the file, or only its test with these titles, outermost first. Undefined if it has none. Reads files of the workspace. */
  find(file: TestFile, titles: readonly string[]): Finding | undefined;
}
