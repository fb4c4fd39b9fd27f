/** Shows the learned rule; if the user edits it, the reduction restarts. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { SettledRule } from '../../oracle/calibration/calibrateProperty';
import { expressionOf, type VerdictRule } from '../../oracle/judging/rule';
import { toldFailure, toldRule } from '../../oracle/judging/toldRule';
import { judgedBy, type Job } from '../../reduction/job';
import { DocumentProblem } from '../runs/jobs';
import type { WatchedEvent } from '../thread/messages';
import type { Reduction } from '../runs/reduction';

/** Each rule of a file is shown once. */
const told = new Set<string>();

export async function tellLearned(reduction: Reduction, events: readonly WatchedEvent[]): Promise<void> {
  const learned = events.flatMap((event) => (event.event === 'calibrated' ? event.rules : [])).find(isLearned);
  if (!learned) return;
  const rule = toldFailure(learned.rule);
  const key = `${reduction.uri.toString()} ${rule}`;
  if (told.has(key)) return;
  told.add(key);
  const edit = l10n.t('Edit…');
  const message = l10n.t('{0}: looking for {1}.', reduction.name, rule);
  const choice = await vscode.window.showInformationMessage(message, edit);
  if (choice) await vscode.commands.executeCommand('whittle.editRule', reduction.uri);
}

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
