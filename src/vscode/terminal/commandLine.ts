/** Which word of a command line that failed is its input: a file of the workspace that may be reduced. */

/** A word of a command line, its quotes taken off; offsets of the line. */
interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** It is the program of a command. */
  readonly isProgram: boolean;
}

export interface FailedInput {
  /** As the line names it. */
  readonly path: string;
  /** The line with `${file}` in its place. */
  readonly command: string;
}

/** What the shell would put something else in place of: only the shell knows what. */
const expanded = /[$`*?~]|\{.*\}/;

const interpreters = /(^|[\\/])(node|deno|bun|tsx|ts-node|python[\d.]*|py|ruby|perl|php|lua|bash|zsh|sh)(\.exe)?$/;

/**
 * Of several files the one that the output names first, else the last one; but a script that an interpreter runs is only taken alone: traces
 * name it, and it works on the others. `isInput`: is there a file to reduce at this path, as the line names it?
 */
export function inputOf(line: string, output: string, isInput: (path: string) => boolean): FailedInput | undefined {
  if (/\$\{|\{\}/.test(line)) return undefined;
  const words = wordsOf(line).flatMap(valueOf);
  const files = words.filter(({ text, isProgram }) => !isProgram && !expanded.test(text) && isInput(text));
  const data = files.filter((file) => !isScript(file, words));
  const inputs = data.length > 0 ? data : files;
  const places = inputs.map(({ text }) => output.indexOf(baseOf(text)));
  const first = Math.min(...places.filter((at) => at >= 0));
  const word = inputs[places.indexOf(first)] ?? inputs.at(-1);
  if (!word) return undefined;
  // The same file may be named twice.
  const same = inputs.filter(({ text }) => text === word.text).reverse();
  const command = same.reduce((rest, { start, end }) => `${rest.slice(0, start)}\${file}${rest.slice(end)}`, line);
  return { path: word.text, command };
}

/** It is the first file after `node`, `python3`, …. */
function isScript(file: Word, words: readonly Word[]): boolean {
  const program = words.findLast(({ start, isProgram }) => isProgram && start < file.start);
  const between = words.filter(({ start }) => program && program.start < start && start < file.start);
  return program !== undefined && interpreters.test(program.text) && between.every(({ text }) => text.startsWith('-'));
}

const baseOf = (path: string) => path.replace(/.*[\\/]/, '');

/** `--input=crash.js`: the file is a part of the word. */
function valueOf(word: Word): Word[] {
  const [option] = /^--?[\w-]+=/.exec(word.text) ?? [''];
  const isPlain = word.end - word.start === word.text.length;
  return option && isPlain
    ? [{ ...word, text: word.text.slice(option.length), start: word.start + option.length }]
    : [word];
}

/** As a POSIX shell reads them. A quote that is not closed ends with the line. */
function wordsOf(line: string): Word[] {
  const words: Word[] = [];
  let isProgram = true;
  for (const { 0: text, index } of line.matchAll(
    /(?:'[^']*'?|"(?:\\.|[^"\\])*"?|\\.|[^\s'"\\;&|<>()])+|[;&|()]+|[<>]+/g,
  )) {
    if (/^[;&|()]+$/.test(text)) isProgram = true;
    else if (!/^[<>]/.test(text)) {
      const isAssignment: boolean = isProgram && /^\w+=/.test(text);
      words.push({ text: unquoted(text), start: index, end: index + text.length, isProgram });
      isProgram &&= isAssignment;
    }
  }
  return words;
}

function unquoted(word: string): string {
  return word.replace(
    /'([^']*)'?|"((?:\\.|[^"\\])*)"?|\\(.)/g,
    (_, single, double, escaped) => single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped,
  );
}
