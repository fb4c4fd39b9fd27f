/** The view *History*: interrupted runs, then ended ones, the newest first. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { fileOf, revisionScheme } from '../isolation/revisions';
import { headOf } from '../runs/head';
import { extentOf } from '../../reduction/events/runState';
import { endWords, testCount } from '../../reduction/events/progress';
import { Owner } from '../window/owner';
import { duration, milliseconds } from '../window/figureWords';
import type { History } from './history';
import type { KeptRun } from './record';
import { ago, nameOf } from './report';

/** Between two updates of the times, ms. */
const gapMs = 60_000;

export class HistoryView extends Owner implements vscode.TreeDataProvider<KeptRun> {
  private readonly changed = this.own(new vscode.EventEmitter<void>());
  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly history: History) {
    super();
    const view = this.own(vscode.window.createTreeView('whittle.historyView', { treeDataProvider: this }));
    const timer = setInterval(() => view.visible && this.changed.fire(), gapMs).unref();
    this.own({ dispose: () => clearInterval(timer) });
    this.own(history.onDidChange(() => this.changed.fire()));
  }

  async getChildren(run?: KeptRun): Promise<KeptRun[]> {
    return run ? [] : this.history.list();
  }

  getTreeItem(run: KeptRun): vscode.TreeItem {
    const { id, when, path, outcome, again, job, end } = run;
    const [figures, gone, name] = [extentOf(run)!, ago(when, Date.now(), vscode.env.language), nameOf(run)];
    const description = end ? `${gone} · ${figures}` : l10n.t('interrupted {0} · {1}', gone, figures);
    const ending = end ? endWords(end) : l10n.t('Interrupted. Resume continues where it stopped.');
    const canRunAgain = end && again && !job.input.fixed;
    return Object.assign(new vscode.TreeItem(name), {
      id,
      description,
      // The tooltip, which would be read out otherwise, has commands and patterns.
      accessibilityInformation: { label: `${name}, ${description}, ${ending}` },
      iconPath: iconOf(run),
      tooltip: [`${path}, ${date(when)}`, figures, figuresOf(run), ending, ...detailsOf(run)].join('\n'),
      // Conditions of menus.
      contextValue: ['run', end ? outcome && 'result' : 'ready', canRunAgain && 'again'].filter(Boolean).join(' '),
      command: commandOf(run),
    });
  }
}

function commandOf(run: KeptRun): vscode.Command | undefined {
  const { end, outcome, uri } = run;
  if (!end) return { command: 'vscode.open', title: l10n.t('Open File'), arguments: [vscode.Uri.parse(uri)] };
  return outcome ? { command: 'whittle.historyOpen', title: l10n.t('Open Result'), arguments: [run] } : undefined;
}

function figuresOf({ end, tests, passing, search }: KeptRun): string {
  const time = end && (end.ms < 60_000 ? milliseconds(end.ms) : duration(end.ms));
  const how = passing === undefined ? search : againstWords(passing);
  return [testCount(end?.tests ?? tests), time, how].filter(Boolean).join(', ');
}

function detailsOf(run: KeptRun): string[] {
  const { bugs, command, notes } = headOf(run);
  const isTooLong = run.end && !run.outcome;
  const lines = [command, ...notes, isTooLong ? l10n.t('The result was too long to keep.') : ''];
  return [...bugs.map((bug) => l10n.t('Looking for: {0}', bug)), ...lines.flatMap((line) => line || [])];
}

function date(when: number): string {
  return new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'long', timeStyle: 'short' }).format(when);
}

function iconOf({ end, passing }: KeptRun): vscode.ThemeIcon {
  const [green, yellow] = ['charts.green', 'charts.yellow'].map((color) => new vscode.ThemeColor(color));
  if (!end) return new vscode.ThemeIcon('debug-pause', yellow);
  if (end.ending === 'interrupted') return new vscode.ThemeIcon('debug-stop');
  if (!end.confirmed) return new vscode.ThemeIcon('warning', yellow);
  return new vscode.ThemeIcon(passing === undefined ? 'pass-filled' : 'diff', green);
}

function againstWords(passing: string): string {
  if (passing === '') return l10n.t('against the empty file');
  const uri = vscode.Uri.parse(passing);
  const name = vscode.workspace.asRelativePath(fileOf(uri));
  return uri.scheme === revisionScheme
    ? l10n.t('against {0} in {1}', name, uri.query.slice(0, 7))
    : l10n.t('against {0}', name);
}
