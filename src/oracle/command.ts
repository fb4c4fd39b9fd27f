/** The command that answers whether the property holds, and how it is told where the candidate lies. */
import { shellReader, shellWord } from './shellLine';

/** What a template leaves open: the path of the candidate's file, or of the directory it lies in. */
export type Slot = 'file' | 'directory';

/** Text with slots in it. */
export interface Template {
  /** As it was written. */
  readonly source: string;
  readonly parts: readonly (string | { readonly slot: Slot })[];
}

/** A line for a shell (/bin/sh unless told), or a program with its arguments. */
export type Invocation =
  | { readonly line: Template; readonly shell?: string }
  | { readonly program: Template; readonly args: readonly Template[] };

export interface OracleCommand {
  readonly invocation: Invocation;
  /** Where the command runs if it names the candidate; else it runs in the directory where the candidate lies. */
  readonly cwd: Template;
  readonly env?: Readonly<Record<string, Template>>;
}

/** Where a candidate lies. */
export type Paths = Readonly<Record<Slot, string>>;

/** The terminal's mark for the candidate. */
export const braces: Readonly<Record<string, Slot>> = { '{}': 'file' };

/** Cuts `text` at the marks that stand for slots. */
export function template(text: string, marks: Readonly<Record<string, Slot>>): Template {
  const pattern = Object.keys(marks).map((mark) => mark.replace(/[{}$.*+?^()[\]\\|]/g, '\\$&'));
  const pieces = text.split(new RegExp(`(${pattern.join('|')})`));
  const parts = pieces
    .map((piece, at) => (at % 2 === 1 ? { slot: marks[piece] } : piece))
    .filter((part) => part !== '');
  return { source: text, parts };
}

/** Text without slots. */
export function fixedText(text: string): Template {
  return { source: text, parts: [text] };
}

export function namesCandidate({ invocation, cwd, env = {} }: OracleCommand): boolean {
  const words = 'line' in invocation ? [invocation.line] : [invocation.program, ...invocation.args];
  return [...words, cwd, ...Object.values(env)].some(({ parts }) => parts.some((part) => typeof part !== 'string'));
}

export interface FilledCommand {
  /** Program and arguments. */
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The command for one candidate. In a shell line its path is quoted as its place demands. */
export function commandFor(command: OracleCommand, paths: Paths): FilledCommand {
  const { invocation, cwd, env = {} } = command;
  const words =
    'line' in invocation
      ? [invocation.shell ?? '/bin/sh', '-c', filledLine(invocation.line, paths)]
      : [invocation.program, ...invocation.args].map((word) => filled(word, paths));
  return {
    words,
    cwd: namesCandidate(command) ? filled(cwd, paths) : paths.directory,
    env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value, paths)])),
  };
}

/** For messages and logs. */
export function described({ invocation }: OracleCommand): string {
  if ('line' in invocation) return invocation.line.source;
  return [invocation.program, ...invocation.args]
    .map(({ source }) => (/^[\w./:=@%+{}$-]+$/.test(source) ? source : `'${source.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}

function filled({ parts }: Template, paths: Paths): string {
  return parts.map((part) => (typeof part === 'string' ? part : paths[part.slot])).join('');
}

function filledLine({ parts }: Template, paths: Paths): string {
  const reader = shellReader();
  let line = '';
  for (const part of parts) {
    line += typeof part === 'string' ? part : shellWord(paths[part.slot], reader.quotes());
    if (typeof part === 'string') reader.read(part);
  }
  return line;
}
