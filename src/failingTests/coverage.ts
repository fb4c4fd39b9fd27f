/**
 * The rule of coverage: what of the sources only the failing test runs, of all tests of its file, is about its failure. A candidate has to
 * run all of it as well. A condition counts twice, once for each outcome; of a function without one, its returned values count.
 */
import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { VerdictRule } from '../oracle/judging/rule';
import { fixedText, type OracleCommand } from '../oracle/processes/command';
import type { Guard } from '../oracle/property';
import type { Range } from '../text/ranges';
import { encode } from '../text/encoding';
import { allows } from './passing';
import { runnerFor, type TestRun } from './testRun';
import { functionBeside, turning, type TurnableSources } from './turning';

/** More would not fit into the environment. */
const most = 2000;

/** Conditions with their outcomes, `7 true`, of a log. */
function outcomesIn(log: string): Set<string> {
  return new Set(log.split('\n').flatMap((line) => /^(\d+) .* (true|false)$/.exec(line)?.slice(1).join(' ') ?? []));
}

/** The file without the failing test, and how its other tests are run. */
export function othersOf(run: TestRun, test: Range, command: OracleCommand) {
  const { text, encoding } = run.job.input;
  const content = encode(text.slice(0, test.start) + text.slice(test.end), encoding);
  const line = fixedText(runnerFor(run.job, run.input, []).command);
  return { run: { ...run, input: { ...run.input, content } }, command: { ...command, invocation: { line } } };
}

/** `log`, `others`: of the failing test, of the others. Undefined if there is nothing, or the test itself does not run it each time. */
export async function coverageGuard(
  run: TestRun,
  command: OracleCommand,
  rule: VerdictRule,
  { log, others, all, files }: TurnableSources & { readonly log: string; readonly others: string },
): Promise<Guard | undefined> {
  const known = outcomesIn(others);
  const own = [...outcomesIn(log)].filter((outcome) => !known.has(outcome));
  if (known.size === 0 || own.length === 0 || own.length > most) return undefined;
  const sources = own.map((outcome) => all[parseInt(outcome)]);
  const paths = new Set(sources.flatMap(({ path }) => [path, functionBeside(path)]));
  const name = l10n.t('depends on {0}', `${basename(sources[0].path)}:${sources[0].line}`);
  const changes = files.filter(({ path }) => paths.has(path));
  // Who runs all of it ends its process.
  const ending = turning(run, command, { WHITTLE_TURN: JSON.stringify([-1, own]) });
  const guard: Guard = { kind: 'differs', name, command: ending, rule, changes };
  return (await allows(guard, run)) ? guard : undefined;
}
