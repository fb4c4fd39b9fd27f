/** From the command of an oracle to the line that runs in an exported folder. */
import * as l10n from '@vscode/l10n';
import { isAbsolute, join } from 'node:path';
import type { VerdictRule } from '../oracle/judging/rule';
import { realPath, within } from '../oracle/places/roots';
import { shellOf } from '../oracle/platform/shells';
import { namesCandidate, type OracleCommand, type Template } from '../oracle/processes/command';
import { commandsOf, type JobOracle } from '../reduction/job';
import { JobError } from '../reduction/jobError';
import { shellText } from '../runners/recognise';

export interface ReproductionCommand {
  /** For the shell of the system. */
  readonly line: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Relative to the folder, with `/`; the folder itself if unset. */
  readonly cwd?: string;
  /** How its end is judged; exit code 0 if unset. */
  readonly rule?: VerdictRule;
  /** Where it runs in the project, absolute: its programs, and files that it names beside the candidate, are found there. */
  readonly from?: string;
}

interface Subject {
  /** The directory that was reduced, absolute. */
  readonly base: string;
  /** Of a single file that was reduced: its name. */
  readonly file?: string;
}

/** One for each command of the oracle; `rules` are theirs. Throws `JobError` for a property function, and for a command that only workers know. */
export function reproductionCommands(
  oracle: JobOracle,
  subject: Subject,
  rules: readonly VerdictRule[],
): ReproductionCommand[] {
  return commandsOf(oracle).map(({ command }, at) => {
    const exported = reproductionCommand(command, subject, rules[at]);
    if (exported) return exported;
    throw new JobError(l10n.t('Only the commands of this machine can be exported: choose one that shows the bug.'));
  });
}

function reproductionCommand(
  command: OracleCommand,
  subject: Subject,
  rule?: VerdictRule,
): ReproductionCommand | undefined {
  const line = lineOf(command, subject);
  if (line === undefined) return undefined;
  const { cwd, from } = placeOf(command, subject);
  const env = Object.fromEntries(
    Object.entries(command.env ?? {}).map(([name, value]) => [name, filled(value, subject)]),
  );
  const { file } = subject;
  const piped = command.stdin && file !== undefined ? `(${line}) < ${shellText(['cat', `./${file}`]).slice(4)}` : line;
  return { line: piped, from, ...(cwd !== '.' && { cwd }), ...(Object.keys(env).length > 0 && { env }), rule };
}

function lineOf({ invocation }: OracleCommand, subject: Subject): string | undefined {
  if ('line' in invocation) {
    const line = quoted(invocation.line, subject, invocation.shell);
    return invocation.shell === undefined ? line : shellText(shellOf(invocation.shell).words(line));
  }
  if (!('program' in invocation)) return undefined;
  return shellText([invocation.program, ...invocation.args].map((word) => filled(word, subject)));
}

function placeOf(command: OracleCommand, subject: Subject): { readonly cwd: string; readonly from: string } {
  const { base } = subject;
  if (!namesCandidate(command)) return { cwd: '.', from: base };
  const cwd = filled(command.cwd, subject).replace(/^\.\//, '');
  // Outside of what was reduced: the folder takes its place.
  return isAbsolute(cwd) ? { cwd: '.', from: cwd } : { cwd: cwd === '' ? '.' : cwd, from: join(base, cwd) };
}

type Part = Template['parts'][number];

function pathOf(part: Exclude<Part, string>, { base, file }: Subject): string {
  if ('slot' in part) return file !== undefined && /^(?:file|relative)$/.test(part.slot) ? `./${file}` : '.';
  const way = within(realPath(base), realPath(part.real));
  return way === undefined ? part.real : `./${way.replaceAll('\\', '/')}`;
}

function filled({ parts }: Template, subject: Subject): string {
  return parts.map((part) => (typeof part === 'string' ? part : pathOf(part, subject))).join('');
}

function quoted({ parts }: Template, subject: Subject, program: string | undefined): string {
  const shell = shellOf(program);
  const reader = shell.reader();
  let line = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      line += part;
      reader.read(part);
    } else {
      const path = pathOf(part, subject);
      line += /^[\w./-]+$/.test(path) ? path : shell.word(path, reader.quotes());
    }
  }
  return line;
}
