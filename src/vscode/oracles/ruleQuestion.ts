/** Asks what a reduction looks for, with the choices that its first failure gives. The reduction goes on meanwhile. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { SettledRule } from '../../oracle/calibration/calibrateProperty';
import { plainLine } from '../../oracle/judging/linePattern';
import type { RuleChoice } from '../../oracle/judging/learnedRule';
import { type VerdictRule, expressionOf } from '../../oracle/judging/rule';
import { toldRule } from '../../oracle/judging/ruleWords';
import type { JobChange } from '../../reduction/job';
import { headOf } from '../runs/head';
import type { Reducing } from '../runs/kinds';
import { problemOf } from '../window/problems';
import type { RuleAnswer } from './taskOracle';

interface RuleItem extends vscode.QuickPickItem {
  answer(learned: SettledRule): Promise<VerdictRule | undefined>;
}

/**
 * For a command that the user has just chosen. The list is there at once, and fills when the failure is known; it goes away if there are
 * not more than `least` items. Undefined if the user dismisses it.
 */
export async function askForRule(reduction: Reducing, least = 2): Promise<RuleAnswer | undefined> {
  const pick = vscode.window.createQuickPick<RuleItem>();
  pick.title = l10n.t('Running the command on {0}…', reduction.name);
  pick.placeholder = l10n.t('You can then choose what to look for');
  pick.busy = true;
  const answer = new Promise<RuleItem | undefined>((resolve) => {
    pick.onDidAccept(() => resolve(pick.selectedItems[0]));
    pick.onDidHide(() => resolve(undefined));
  });
  const fill = () => {
    const { learned, rules, running } = reduction;
    const items = learned ? itemsFor(learned) : [];
    if (!pick.busy || !(learned || rules.length > 0 || !running)) return;
    if (!learned || items.length <= least) return pick.hide();
    pick.title = l10n.t('Looking for: {0}', headOf({ rules: [learned] }).bugs[0]);
    pick.placeholder = l10n.t('Press Enter to go on. Another choice restarts the reduction.');
    pick.items = items;
    pick.busy = false;
  };
  const watching = reduction.onEvents(fill);
  void reduction.ended.catch(() => {}).then(fill);
  pick.show();
  fill();
  try {
    const item = await answer;
    const { learned } = reduction;
    const rule = learned && (await item?.answer(learned));
    return rule && { learned, rule };
  } finally {
    watching.dispose();
    pick.dispose();
  }
}

/** The change of the job; undefined if it has this rule. */
export function changeTo({ learned, rule }: RuleAnswer, { rules }: Reducing): JobChange | undefined {
  const at = rules.findIndex(({ command }) => command === learned.command);
  if (at < 0 || JSON.stringify(rules[at].rule) === JSON.stringify(rule)) return undefined;
  return { rules: rules.map((one, index) => (index === at ? rule : one.rule)) };
}

function itemsFor(learned: SettledRule): RuleItem[] {
  const { rule, choices = [] } = learned;
  const items = choices.map((choice) => ({
    label: labelOf(choice),
    detail: matched(choice),
    answer: async () => choice.rule,
  }));
  return [...items, { label: l10n.t('Edit…'), detail: rule.match?.[0]?.pattern, answer: askForPattern }];
}

function labelOf({ strictness }: RuleChoice): string {
  if (strictness === 'message') return l10n.t('Same Message');
  return strictness === 'numbers' ? l10n.t('Same Message, Other Numbers Allowed') : l10n.t('Same Kind of Error');
}

/** `Error: no file …` */
function matched({ strictness, rule }: RuleChoice): string {
  const pattern = rule.match?.[0]?.pattern ?? '';
  const line = plainLine(pattern) ?? pattern;
  return strictness === 'kind' ? `${line}…` : line;
}

async function askForPattern({ rule }: SettledRule): Promise<VerdictRule | undefined> {
  const { exit, match, noMatch } = rule;
  const pattern = await vscode.window.showInputBox({
    title: l10n.t('What does the bug look like?'),
    prompt: l10n.t(
      'Regular expression for a line of the output, in addition to {0}. Leave it empty to check only the exit code. The reduction restarts.',
      toldRule({ exit }),
    ),
    value: match?.[0]?.pattern,
    ignoreFocusOut: true,
    validateInput: (line) => problemOf(() => expressionOf(line)),
  });
  if (pattern === undefined) return undefined;
  return { exit, noMatch, match: pattern === '' ? undefined : [{ stream: match?.[0]?.stream, pattern }] };
}
