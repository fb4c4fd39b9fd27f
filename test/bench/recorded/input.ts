/** The input of the recording: a generated TypeScript program into which three type errors were put, far from each other. */
import { programOf, type Program } from '../support/program';

const tokens = 2500;

/** Where in the program, and the value that is assigned there. */
const errors = [
  { at: 1 / 4, value: '"x"' },
  { at: 1 / 2, value: 'f2("x", 1)' },
  { at: 3 / 4, value: 'f3(a)' },
];

export function faultyProgram(): Program {
  const { fileName, text } = programOf('typescript', tokens);
  const lines = text.split('\n');
  for (const { at, value } of errors) {
    const line = lines.findIndex((one, index) => index >= at * lines.length && one.includes('const '));
    lines[line] = lines[line].replace(/= .*;/, `= ${value};`);
  }
  return { fileName, text: lines.join('\n') };
}
