/** The name of an oracle, under which its verdicts are kept. */
import type { Invocation, Template } from './processes/command';
import { once } from './judging/repeat';
import { exitZero } from './judging/rule';
import type { JudgedCommand } from './oracle';

/** Command, directory, environment, rule and repetition, as one string; equal oracles have equal ones. */
export function oracleIdentity({ command, rule = exitZero, repeat = once }: JudgedCommand): string {
  const { invocation, cwd, env = {}, stdin = false } = command;
  const variables = Object.entries<Template>(env)
    .map(([name, { parts }]) => [name, parts] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const { exit = null, match = [], noMatch = [] } = rule;
  const pattern = ({ stream = 'any', pattern: text }: { stream?: string; pattern: string }) => [stream, text];
  return JSON.stringify([
    wordsOf(invocation),
    cwd.parts,
    variables,
    stdin,
    exit && [Boolean(exit.not), [...new Set(exit.codes)].sort((a, b) => a - b)],
    match.map(pattern),
    noMatch.map(pattern),
    [repeat.runs, repeat.need],
  ]);
}

/** A module by its bytes, a function by its text: neither tells what else it uses. */
function wordsOf(invocation: Invocation): object {
  if ('named' in invocation) return { named: invocation.named };
  if ('line' in invocation) return { line: invocation.line.parts, shell: invocation.shell ?? null };
  if ('program' in invocation) {
    return { program: invocation.program.parts, args: invocation.args.map(({ parts }) => parts) };
  }
  const { property } = invocation;
  return 'module' in property ? property : { call: property.call.toString() };
}
