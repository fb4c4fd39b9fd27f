/** *Edit What the Bug Looks Like*: the user changes the learned rule, and the reduction restarts. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { SettledRule } from '../../oracle/calibration/calibrateProperty';
import { expressionOf, type VerdictRule } from '../../oracle/judging/rule';
import { toldRule } from '../../oracle/judging/toldRule';
import { judgedBy, type Job } from '../../reduction/job';
import { DocumentProblem } from '../runs/jobs';
import type { Reduction } from '../runs/reduction';

const isLearned = ({ learned }: SettledRule) => learned;

/** Asks for another pattern and gives the change of the job. Undefined if the user cancels. Throws `DocumentProblem`. */
export async function editedRule(reduction: Reduction): Promise<Partial<Job> | undefined> {
  const at = reduction.rules.findIndex(isLearned);
  if (at < 0) {
    throw new DocumentProblem(l10n.t('No rule was learned from {0}: its rule is set in the task.', reduction.name));
  }
  const { rule } = reduction.rules[at];
  const pattern = await askForPattern(rule);
  if (pattern === undefined || pattern === rule.match?.[0]?.pattern) return undefined;
  const rules = reduction.rules.map((one, index) => (index === at ? withPattern(rule, pattern) : one.rule));
  return judgedBy(reduction.job, rules);
}

function askForPattern({ match, exit }: VerdictRule): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: l10n.t('What does the bug look like?'),
    prompt: l10n.t(
      'Regular expression for a line of the output, in addition to {0}. Leave it empty to check only the exit code. The reduction restarts.',
      toldRule({ exit }),
    ),
    value: match?.[0]?.pattern,
    ignoreFocusOut: true,
    validateInput: problemOf,
  });
}

function problemOf(pattern: string): string | undefined {
  try {
    expressionOf(pattern);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function withPattern({ exit, match, noMatch }: VerdictRule, pattern: string): VerdictRule {
  return { exit, noMatch, match: pattern === '' ? undefined : [{ stream: match?.[0]?.stream, pattern }] };
}
