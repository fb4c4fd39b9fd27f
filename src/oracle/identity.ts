/** The name of an oracle: verdicts that were kept under it may be used again. */
import type { OracleCommand, Template } from './processes/command';
import { once } from './judging/repeat';
import type { Repeat } from './judging/repeat';
import type { VerdictRule } from './judging/rule';

export interface IdentifiedOracle {
  readonly command: OracleCommand;
  readonly rule: VerdictRule;
  readonly repeat?: Repeat;
}

/** Command, directory, environment, rule and repetition, as one string; equal oracles have equal ones. */
export function oracleIdentity({ command, rule, repeat = once }: IdentifiedOracle): string {
  const { invocation, cwd, env = {}, stdin = false } = command;
  const words =
    'named' in invocation
      ? { named: invocation.named }
      : 'line' in invocation
        ? { line: invocation.line.parts, shell: invocation.shell ?? null }
        : { program: invocation.program.parts, args: invocation.args.map(({ parts }) => parts) };
  const variables = Object.entries<Template>(env)
    .map(([name, { parts }]) => [name, parts] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const { exit = null, match = [], noMatch = [] } = rule;
  const pattern = ({ stream = 'any', pattern: text }: { stream?: string; pattern: string }) => [stream, text];
  return JSON.stringify([
    words,
    cwd.parts,
    variables,
    stdin,
    exit && [Boolean(exit.not), [...new Set(exit.codes)].sort((a, b) => a - b)],
    match.map(pattern),
    noMatch.map(pattern),
    [repeat.runs, repeat.need],
  ]);
}
