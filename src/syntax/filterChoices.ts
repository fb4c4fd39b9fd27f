/** Choices for the parse filter, in a file of their own: code that only names them does not load the parser. */
export const filterChoices = [
  { name: 'on', description: 'Candidates with more syntax errors than the file has are refused without a test.' },
  { name: 'off', description: 'Candidates are tested however they parse.' },
] as const;

export type FilterChoice = (typeof filterChoices)[number]['name'];

export const defaultFilter: FilterChoice = 'on';
