/**
 * Sources whose functions throw: a failure that stays the same with them does not depend on them. Each function gets a statement at its
 * start, with a number by which its call can be recognised; functions that are needed to load the test are left as they are.
 */
import * as l10n from '@vscode/l10n';
import type { Node } from 'web-tree-sitter';
import type { Guard } from '../oracle/property';
import { isSameFailure } from '../oracle/judging/failureRule';
import { type VerdictRule, judgeOf } from '../oracle/judging/rule';
import type { OracleCommand } from '../oracle/processes/command';
import type { Ran } from '../oracle/tester';
import { field, nodesOf, throwing } from './nodes';
import { around, insertion, type Insertion, type Sources, withSources } from './sources';
import { reportOf, withRuns, type TestRun } from './testRun';

/** Attempts to find out which functions are called while the file is loaded. */
const mostAttempts = 12;

/** Undefined if the test does not come to depend on its sources: nothing is called, or too much to load the file. */
export async function probeGuard(run: TestRun, command: OracleCommand, rule: VerdictRule): Promise<Guard | undefined> {
  return withSources(run, async (sources) => {
    const quiet = new Set<number>();
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const changes = throwingSources(sources, quiet);
      const ran = await withRuns({ ...run, input: { ...run.input, changes } }, (runOnce) => runOnce(command));
      if (isOther(run, ran, rule))
        return { kind: 'differs', name: l10n.t('depends on the sources'), command, rule, changes };
      const known = quiet.size;
      const output = ran.said.stdout + ran.said.stderr;
      for (const [, number] of output.matchAll(new RegExp(`${word}(\\d+)`, 'g'))) quiet.add(Number(number));
      if (quiet.size === known) return undefined;
    }
    return undefined;
  });
}

/** The test fails, and in another way. */
function isOther(run: TestRun, ran: Ran, rule: VerdictRule): boolean {
  const { failure } = rule;
  if (!failure) {
    return !ran.timedOut && ran.status !== 0 && judgeOf(rule)(ran.status, ran.said) !== 'holds';
  }
  const failures = reportOf(run, ran)?.failures ?? [];
  return (
    failures.some(({ test }) => test.includes(failure.test)) && !failures.some((one) => isSameFailure(one, failure))
  );
}

const word = 'whittle-probe-';

/** Functions, in all languages of which slices are known. */
const functions = [
  ...['function_declaration', 'function_expression', 'function_definition', 'function_item', 'arrow_function'],
  ...['generator_function', 'generator_function_declaration', 'method_definition', 'method_declaration'],
  'func_literal',
];

/** The sources; all functions but those with the numbers in `quiet` throw. */
function throwingSources(sources: Sources, quiet: ReadonlySet<number>) {
  let next = 1;
  return sources.changed((root, { language }) => {
    const bodies = nodesOf(root, functions).flatMap((node) => field(node, 'body') ?? []);
    return bodies.flatMap((body) => {
      const number = next++;
      return quiet.has(number) ? [] : throwingIn(body, throwing[language.id]!(`${word}${number}`));
    });
  });
}

/** At the start of a block; only an arrow function may have an expression instead. */
function throwingIn(body: Node, statement: string): Insertion[] {
  const { startIndex, type, text, startPosition, previousSibling } = body;
  if (text.startsWith('{')) return [insertion(startIndex + 1, statement)];
  // In Python a compound statement may not follow another one on its line.
  if (/block$/.test(type)) {
    const isBelow = startPosition.row > (previousSibling?.endPosition.row ?? startPosition.row);
    return [insertion(startIndex, isBelow ? `${statement.trim()}\n${' '.repeat(startPosition.column)}` : statement)];
  }
  return around(body, `((() => { ${statement} })(), (`, '))');
}
