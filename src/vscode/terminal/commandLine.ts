/** Which word of a command line that failed is its input: a file of the workspace that may be reduced. */

export interface FailedInput {
  /** As the line names it. */
  readonly path: string;
  /** The line with `${file}` in its place. */
  readonly command: string;
}

const word = /(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\;&|<>()])+/g;

/** What the shell would put something else in place of: only the shell knows what. */
const expanded = /[$`*?~]|\{.*\}/;

/** The start of a command, and assignments. */
const beforeProgram = /(?:^|[;&|(])\s*(?:\w+=\S*\s+)*$/;

/** An interpreter and its options. */
const beforeScript =
  /(?:^|[\s;&|(/\\])(?:node|deno|bun|tsx|ts-node|python[\d.]*|py|ruby|perl|php|lua|bash|zsh|sh)(?:\.exe)?(?:\s+-\S+)*\s+$/;

/**
 * Of several files the one that the output names first, else the last one. Take an interpreter's script only if no other file is named: stack
 * traces name it, but it is rarely the input. `isInput`: is there a file to reduce at this path, as the line names it?
 */
export function inputOf(line: string, output: string, isInput: (path: string) => boolean): FailedInput | undefined {
  if (/\$\{|\{\}/.test(line)) return undefined;
  const files = [...line.matchAll(word)].flatMap(({ 0: whole, index }) => {
    const [before, end] = [line.slice(0, index), index + whole.length];
    // `--input=crash.js`
    const start = index + (/^--?[\w-]+=/.exec(whole)?.[0].length ?? 0);
    const text = unquoted(line.slice(start, end));
    const isFile = !beforeProgram.test(before) && !expanded.test(text) && isInput(text);
    return isFile ? [{ text, start, end, isScript: beforeScript.test(before) }] : [];
  });
  const data = files.filter(({ isScript }) => !isScript);
  const inputs = data.length > 0 ? data : files;
  const places = inputs.map(({ text }) => output.indexOf(text.replace(/.*[\\/]/, '')));
  const first = Math.min(...places.filter((at) => at >= 0));
  const input = inputs[places.indexOf(first)] ?? inputs.at(-1);
  if (!input) return undefined;
  // The same file may be named twice.
  const same = inputs.filter(({ text }) => text === input.text).reverse();
  const command = same.reduce((rest, { start, end }) => `${rest.slice(0, start)}\${file}${rest.slice(end)}`, line);
  return { path: input.text, command };
}

function unquoted(words: string): string {
  return words.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, (_, single, double, escaped) => single ?? double ?? escaped);
}
