/**
 * The result of a folder as a reproduction: where a run of this window meets `src/reproduction/`. Until that is there, the files that are
 * left are written with a README, and nothing is run again.
 */
import * as l10n from '@vscode/l10n';
import type { FileSet } from '../../oracle/content';
import { type OracleCommand, type Template } from '../../oracle/processes/command';
import { toldFailure } from '../../oracle/judging/toldRule';
import type { VerdictRule } from '../../oracle/judging/rule';
import { outputDirectoryAt, writeOutputDirectory } from '../../reduction/ending/outputDirectory';
import { commandsOf } from '../../reduction/session';
import { shellText } from '../../runners/recognise';
import type { FolderJob, Reproduced } from './messages';

interface ReproductionOptions {
  readonly content: FileSet;
  /** The directory of the original. */
  readonly base: string;
  /** They run in the exported directory. */
  readonly commands: readonly { line: string; env?: Readonly<Record<string, string>>; cwd?: string }[];
  /** What the rule looks for, in one line. */
  readonly expected: string;
  /** Of the last failing test. */
  readonly output: string;
  /** A directory that is not there yet. */
  readonly to: string;
}

export function reproduced(
  job: FolderJob,
  content: FileSet,
  seen: { readonly rules: readonly VerdictRule[]; readonly output?: string },
  to: string,
  signal: AbortSignal,
): Promise<Reproduced> {
  const commands = commandsOf(job).map(({ oracle }) => exported(oracle));
  const expected = seen.rules.map((rule) => toldFailure(rule)).join(', ');
  return exportReproduction(
    { content, base: job.found.base, commands, expected, output: seen.output ?? '', to },
    signal,
  );
}

/** The command for somebody in the exported directory. */
function exported({ invocation, cwd, env = {} }: OracleCommand) {
  const line =
    'line' in invocation
      ? inPlaceOf(invocation.line)
      : 'program' in invocation
        ? shellText([invocation.program, ...invocation.args].map(inPlaceOf))
        : '';
  const [where, ...rest] = cwd.parts;
  const inside = typeof where === 'object' && 'slot' in where && rest.length > 0 ? inPlaceOf(cwd) : undefined;
  const variables = Object.entries(env).map(([name, value]) => [name, inPlaceOf(value)]);
  return { line, env: Object.fromEntries(variables) as Record<string, string>, cwd: inside };
}

function inPlaceOf({ parts }: Template): string {
  return parts.map((part) => (typeof part === 'string' ? part : 'slot' in part ? '.' : part.real)).join('');
}

async function exportReproduction(
  { content, commands, expected, output, to }: ReproductionOptions,
  _signal: AbortSignal,
): Promise<Reproduced> {
  const lines = commands.map(({ line, cwd }) => (cwd === undefined ? line : `cd ${cwd} && ${line}`));
  const readme = [
    '# Reproduction',
    '```sh',
    ...lines,
    '```',
    `Seen: ${expected}`,
    '```',
    output.trimEnd(),
    '```',
    '',
  ].join('\n');
  const files = [...content.files, { path: 'README.md', bytes: Buffer.from(readme) }];
  const directory = await outputDirectoryAt(to, []);
  await writeOutputDirectory(directory, { files });
  return {
    path: directory.path,
    ran: 'not-run',
    notice: l10n.t('It was not run again: run the command of its README.'),
  };
}
