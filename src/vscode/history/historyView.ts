/** The view *History*: interrupted runs, then ended ones, the newest first. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { toldRule } from '../../oracle/judging/ruleWords';
import { fileOf, revisionScheme } from '../isolation/revisions';
import { endedWords } from '../panel/panel';
import { extentOf } from '../runs/progress';
import { duration, milliseconds, testCount } from '../window/figureWords';
import { type History, type HistoryEntry, type KeptRun, isInterrupted } from './history';
import type { InterruptedRun } from './interrupted';
import { ago, nameOf } from './report';

/** Between two updates of the times, ms. */
const gapMs = 60_000;

export class HistoryView implements vscode.TreeDataProvider<HistoryEntry>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view = vscode.window.createTreeView('whittle.historyView', { treeDataProvider: this });
  private readonly timer = setInterval(() => this.view.visible && this.changed.fire(), gapMs);
  private readonly listeners: vscode.Disposable[];

  constructor(private readonly history: History) {
    this.timer.unref();
    this.listeners = [this.view, this.changed, history.onDidChange(() => this.changed.fire())];
  }

  async getChildren(entry?: HistoryEntry): Promise<HistoryEntry[]> {
    if (entry) return [];
    return this.history.list();
  }

  getTreeItem(entry: HistoryEntry): vscode.TreeItem {
    return isInterrupted(entry) ? interruptedItem(entry) : keptItem(entry);
  }

  dispose(): void {
    clearInterval(this.timer);
    for (const listener of this.listeners) listener.dispose();
  }
}

function interruptedItem(run: InterruptedRun): vscode.TreeItem {
  const { path, when, tests, uri, id, state } = run;
  const figures = extentOf(run)!;
  const [description, explanation] = {
    ready: [
      l10n.t('interrupted {0} · {1}', ago(when, Date.now(), vscode.env.language), figures),
      l10n.t('Interrupted. Resume continues where it stopped.'),
    ],
    edited: [
      l10n.t('interrupted · file changed since'),
      l10n.t('Interrupted. The file has changed since: undo the edit to resume, or start again.'),
    ],
    gone: [l10n.t('interrupted · file missing'), l10n.t('Interrupted. The file is missing: restore it to resume.')],
  }[state];
  const open = { command: 'vscode.open', title: l10n.t('Open File'), arguments: [vscode.Uri.parse(uri)] };
  return Object.assign(new vscode.TreeItem(nameOf(run)), {
    id: `interrupted ${id}`,
    accessibilityInformation: { label: `${nameOf(run)}, ${description}, ${explanation}` },
    description,
    iconPath: new vscode.ThemeIcon('debug-pause', new vscode.ThemeColor('charts.yellow')),
    tooltip: [`${path}, ${date(when)}`, `${figures}, ${testCount(tests)}`, explanation].join('\n'),
    contextValue: state === 'ready' ? 'run ready' : 'run',
    command: state === 'gone' ? undefined : open,
  });
}

function keptItem(run: KeptRun): vscode.TreeItem {
  const { id, when, path, rules, outcome, again, passing, search, job } = run;
  const end = run.end!;
  const figures = extentOf(run)!;
  const time = end.ms < 60_000 ? milliseconds(end.ms) : duration(end.ms);
  const tooltip = [
    `${path}, ${date(when)}`,
    figures,
    [testCount(end.tests), time, passing === undefined ? search : againstWords(passing)].join(', '),
    endedWords(end),
    ...rules.map(({ command, rule }) => `${command}: ${toldRule(rule)}`),
    ...(outcome ? [] : [l10n.t('The result was too long to keep.')]),
  ].join('\n');
  const description = `${ago(when, Date.now(), vscode.env.language)} · ${figures}`;
  const canRunAgain = again && !job.input.fixed;
  return Object.assign(new vscode.TreeItem(nameOf(run)), {
    id,
    description,
    // The tooltip, which would be read out otherwise, has commands and patterns.
    accessibilityInformation: { label: `${nameOf(run)}, ${description}, ${endedWords(end)}` },
    iconPath: iconOf(run),
    tooltip,
    // Conditions of menus.
    contextValue: ['run', outcome && 'result', canRunAgain && 'again'].filter(Boolean).join(' '),
    command: outcome && { command: 'whittle.historyOpen', title: l10n.t('Open Result'), arguments: [run] },
  });
}

function date(when: number): string {
  return new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'long', timeStyle: 'short' }).format(when);
}

function iconOf({ end, passing }: KeptRun): vscode.ThemeIcon {
  if (end!.ending === 'interrupted') return new vscode.ThemeIcon('debug-stop');
  return end!.confirmed
    ? new vscode.ThemeIcon(passing === undefined ? 'pass-filled' : 'diff', new vscode.ThemeColor('charts.green'))
    : new vscode.ThemeIcon('warning', new vscode.ThemeColor('charts.yellow'));
}

function againstWords(passing: string): string {
  if (passing === '') return l10n.t('against the empty file');
  const uri = vscode.Uri.parse(passing);
  const name = vscode.workspace.asRelativePath(fileOf(uri));
  return uri.scheme === revisionScheme
    ? l10n.t('against {0} in {1}', name, uri.query.slice(0, 7))
    : l10n.t('against {0}', name);
}
