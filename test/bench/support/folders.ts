/** Folders of cases, which are not in this repository: a variable of the environment names each. */

export interface CaseFolder {
  /** Of the bench. */
  readonly name: string;
  readonly variable: string;
  readonly description: string;
}

export const corpusFolder: CaseFolder = {
  name: 'corpus',
  variable: 'WHITTLE_CORPUS',
  description: 'Cases of the corpus with their real oracles, by the command line.',
};

export const publicFolder: CaseFolder = {
  name: 'public',
  variable: 'WHITTLE_PUBLIC',
  description: 'The same for inputs from public collections, beside the sizes that others have published.',
};

/** Undefined if the variable is not set. */
export function pathOf({ variable }: CaseFolder): string | undefined {
  return process.env[variable];
}

export function withoutFolder({ name, variable }: CaseFolder): string {
  return `${variable} is not set: the cases of ${name} are left out (CONTRIBUTING.md).`;
}
