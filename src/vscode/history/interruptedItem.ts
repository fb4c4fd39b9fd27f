/** How a run that was interrupted is listed: above those that came to their end. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { sizes, testCount } from '../window/figureWords';
import type { InterruptedRun } from '../resuming/interrupted';
import { ago } from './ago';
import { nameOf } from './report';

export function interruptedItem(run: InterruptedRun): vscode.TreeItem {
  const { note, state } = run;
  const item = new vscode.TreeItem(nameOf(note));
  const figures = sizes(note.tokens.before, note.tokens.after);
  item.id = `interrupted ${note.uri}`;
  item.description = {
    ready: l10n.t('interrupted {0} · {1}', ago(note.when, Date.now(), vscode.env.language), figures),
    edited: l10n.t('interrupted · file changed since'),
    gone: l10n.t('interrupted · file missing'),
  }[state];
  item.iconPath = new vscode.ThemeIcon('debug-pause', new vscode.ThemeColor('charts.yellow'));
  item.tooltip = tooltipOf(run, figures);
  item.contextValue = state === 'ready' ? 'interrupted ready' : 'interrupted';
  if (state !== 'gone') {
    item.command = { command: 'vscode.open', title: l10n.t('Open File'), arguments: [vscode.Uri.parse(note.uri)] };
  }
  return item;
}

function tooltipOf({ note, state }: InterruptedRun, figures: string): string {
  const { path, when, tests } = note;
  const date = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'long', timeStyle: 'short' }).format(when);
  const what = {
    ready: l10n.t('Interrupted. Resume continues where it stopped.'),
    edited: l10n.t('Interrupted. The file has changed since: undo the edit to resume, or reduce the file again.'),
    gone: l10n.t('Interrupted. The file is missing: restore it to resume.'),
  }[state];
  return [`${path}, ${date}`, `${figures}, ${testCount(tests)}`, what].join('\n');
}
