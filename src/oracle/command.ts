/** The command that answers whether the property holds, and how it is told where the candidate lies. */

/** A line for a shell (`shell` names it; /bin/sh unless told), or a program with its arguments. */
export type Invocation =
  { readonly line: string; readonly shell?: string } | { readonly program: string; readonly args: readonly string[] };

export interface OracleCommand {
  readonly invocation: Invocation;
  /** Where the command runs if it names the candidate; else it runs where the candidate lies. */
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Stands for the candidate's path in a command. */
export const placeholders = ['{}', '${file}'] as const;

export function namesCandidate({ invocation }: OracleCommand): boolean {
  const words = 'line' in invocation ? [invocation.line] : [invocation.program, ...invocation.args];
  return words.some((word) => placeholders.some((placeholder) => word.includes(placeholder)));
}

/** The command for one candidate: in a shell line its path is quoted, in arguments it stands as it is. */
export function commandFor({ invocation }: OracleCommand, path: string): Invocation {
  if ('line' in invocation) return { ...invocation, line: filled(invocation.line, quoted(path)) };
  return {
    program: filled(invocation.program, path),
    args: invocation.args.map((argument) => filled(argument, path)),
  };
}

/** For messages and logs. */
export function described({ invocation }: OracleCommand): string {
  if ('line' in invocation) return invocation.line;
  return [invocation.program, ...invocation.args].map((word) => (/^[\w./:=@%+{}$-]+$/.test(word) ? word : quoted(word))).join(' ');
}

function filled(word: string, path: string): string {
  return placeholders.reduce((text, placeholder) => text.replaceAll(placeholder, () => path), word);
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}
