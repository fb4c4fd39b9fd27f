/** From the command of an oracle to the line that runs in an exported folder. */
import * as l10n from '@vscode/l10n';
import { isAbsolute, join } from 'node:path';
import type { VerdictRule } from '../oracle/judging/rule';
import { realPath, within } from '../oracle/places/roots';
import { shellOf, type Shell } from '../oracle/platform/shells';
import { commandFor, lineFor, type OracleCommand, type Paths } from '../oracle/processes/command';
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
  return commandsOf(oracle).map(({ command }, at) => ({ ...commandIn(command, subject), rule: rules[at] }));
}

function commandIn(command: OracleCommand, { base, file }: Subject): ReproductionCommand {
  const { invocation, stdin } = command;
  if (!('line' in invocation || 'program' in invocation)) {
    throw new JobError(l10n.t('Only the commands of this machine can be exported: choose one that shows the bug.'));
  }
  const paths = pathsIn(base, file);
  const { words, cwd, env } = commandFor(command, paths);
  const line = 'line' in invocation ? exportedLine(invocation, paths) : shellText(words);
  const way = cwd.replace(/^\.\/?/, '');
  return {
    line: stdin && file !== undefined ? `(${line}) < ${shellText(['cat', paths.file]).slice(4)}` : line,
    // Outside of what was reduced: the folder takes its place.
    ...(isAbsolute(cwd) ? { from: cwd } : { from: join(base, way), ...(way !== '' && { cwd: way }) }),
    ...(Object.keys(env).length > 0 && { env }),
  };
}

/** Relative to the folder. */
function pathsIn(base: string, file: string | undefined): Paths {
  const own = file === undefined ? '.' : `./${file}`;
  return {
    ...{ file: own, relative: own, directory: '.', relativeDirectory: '.', alone: true },
    moved(path) {
      const way = within(realPath(base), realPath(path));
      return way === undefined ? path : `./${way.replaceAll('\\', '/')}`;
    },
  };
}

function exportedLine(
  { line, shell: program }: Extract<OracleCommand['invocation'], { line: unknown }>,
  paths: Paths,
): string {
  const shell = shellOf(program);
  const word: Shell['word'] = (path, quotes) => (/^[\w./-]+$/.test(path) ? path : shell.word(path, quotes));
  const exported = lineFor(line, paths, { ...shell, word });
  return program === undefined ? exported : shellText(shell.words(exported));
}
