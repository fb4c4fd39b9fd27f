/** How a run that has ended is listed: its figures, and what can be done with it. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { toldRule } from '../../oracle/judging/toldRule';
import { apart, sizes, testCount } from '../window/figureWords';
import { duration, milliseconds } from '../panel/numbers';
import { endedWords } from '../panel/snapshot';
import { ago } from './ago';
import { isIsolation } from './record';
import { nameOf } from './report';
import type { KeptRun } from './store';

export function keptItem(run: KeptRun): vscode.TreeItem {
  const item = new vscode.TreeItem(nameOf(run));
  item.id = run.id;
  item.description = `${ago(run.when, Date.now(), vscode.env.language)} · ${figuresOf(run)}`;
  item.iconPath = iconOf(run);
  item.tooltip = tooltipOf(run);
  item.contextValue = ['run', ...deedsOf(run)].join(' ');
  if (run.hasText) item.command = openingOf(run);
  return item;
}

function figuresOf(run: KeptRun): string {
  return isIsolation(run) ? apart(run) : sizes(run.tokens.before, run.tokens.after);
}

/** Words by which menus know what can be done. */
function deedsOf(run: KeptRun): string[] {
  const [open, again] = isIsolation(run) ? ['difference', 'isolateAgain'] : ['text', 'again'];
  return [...(run.hasText ? [open] : []), ...(run.again ? [again] : [])];
}

function openingOf(run: KeptRun): vscode.Command {
  return isIsolation(run)
    ? { command: 'whittle.historyDifference', title: l10n.t('Show Difference'), arguments: [run] }
    : { command: 'whittle.historyOpen', title: l10n.t('Open Result'), arguments: [run] };
}

function iconOf(run: KeptRun): vscode.ThemeIcon {
  if (run.ending === 'interrupted') return new vscode.ThemeIcon('debug-stop');
  return run.confirmed
    ? new vscode.ThemeIcon(isIsolation(run) ? 'diff' : 'pass-filled', new vscode.ThemeColor('charts.green'))
    : new vscode.ThemeIcon('warning', new vscode.ThemeColor('charts.yellow'));
}

function tooltipOf(run: KeptRun): string {
  const { path, when, tests, ms, rules, hasText } = run;
  const time = ms < 60_000 ? milliseconds(ms) : duration(ms);
  const date = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'long', timeStyle: 'short' }).format(when);
  const how = isIsolation(run) ? [againstOf(run.passing)] : [run.search];
  return [
    `${path}, ${date}`,
    figuresOf(run),
    [testCount(tests), time, ...how].join(', '),
    endedWords(run),
    ...rules.map(({ command, rule }) => `${command}: ${toldRule(rule)}`),
    ...(hasText ? [] : [l10n.t('The result was too long to keep.')]),
  ].join('\n');
}

function againstOf(passing: string | undefined): string {
  return passing === undefined
    ? l10n.t('against the empty file')
    : l10n.t('against {0}', vscode.workspace.asRelativePath(vscode.Uri.parse(passing)));
}
