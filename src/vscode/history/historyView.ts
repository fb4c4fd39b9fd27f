/** The view *History*: interrupted runs, then ended ones, the newest first. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { toldRule } from '../../oracle/judging/ruleWords';
import { fileOf, revisionScheme } from '../isolation/revisions';
import { apart, duration, fileCount, milliseconds, sizes, testCount } from '../window/figureWords';
import { endedWords } from '../panel/snapshot';
import type { InterruptedRun } from '../resuming/interrupted';
import { ago, nameOf } from './report';
import type { History } from './history';
import { type KeptRun, isFolderRecord, isIsolation } from './record';

/** Between two updates of the times, ms. */
const gapMs = 60_000;

export type HistoryEntry = KeptRun | InterruptedRun;

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
    const { interrupted, store } = this.history;
    return [...(await interrupted.list()), ...(await store.list())];
  }

  getTreeItem(entry: HistoryEntry): vscode.TreeItem {
    return 'note' in entry ? interruptedItem(entry) : keptItem(entry);
  }

  dispose(): void {
    clearInterval(this.timer);
    for (const listener of this.listeners) listener.dispose();
  }
}

function interruptedItem({ note, state }: InterruptedRun): vscode.TreeItem {
  const { path, when, tests, size, unit, uri, id } = note;
  const figures = unit === 'tokens' ? sizes(size.before, size.after) : apart({ changes: size.after, unit });
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
  return Object.assign(new vscode.TreeItem(nameOf(note)), {
    id: `interrupted ${id}`,
    accessibilityInformation: { label: `${nameOf(note)}, ${description}, ${explanation}` },
    description,
    iconPath: new vscode.ThemeIcon('debug-pause', new vscode.ThemeColor('charts.yellow')),
    tooltip: [`${path}, ${date(when)}`, `${figures}, ${testCount(tests)}`, explanation].join('\n'),
    contextValue: state === 'ready' ? 'interrupted ready' : 'interrupted',
    command: state === 'gone' ? undefined : open,
  });
}

function keptItem(run: KeptRun): vscode.TreeItem {
  const { id, when, path, tests, ms, rules, hasText, again } = run;
  const figures = figuresOf(run);
  const [name, title, ...deeds] = isIsolation(run)
    ? ['historyDifference', l10n.t('Show Difference'), 'difference', 'isolateAgain']
    : ['historyOpen', l10n.t('Open Result'), isFolderRecord(run) ? 'folder' : 'text', 'again'];
  const time = ms < 60_000 ? milliseconds(ms) : duration(ms);
  const tooltip = [
    `${path}, ${date(when)}`,
    figures,
    [testCount(tests), time, isIsolation(run) ? againstWords(run.passing) : run.search].join(', '),
    endedWords(run),
    ...rules.map(({ command, rule }) => `${command}: ${toldRule(rule)}`),
    ...(hasText || isFolderRecord(run) ? [] : [l10n.t('The result was too long to keep.')]),
  ].join('\n');
  const description = `${ago(when, Date.now(), vscode.env.language)} · ${figures}`;
  return Object.assign(new vscode.TreeItem(nameOf(run)), {
    id,
    description,
    // The tooltip, which would be read out otherwise, has commands and patterns.
    accessibilityInformation: { label: `${nameOf(run)}, ${description}, ${endedWords(run)}` },
    iconPath: iconOf(run),
    tooltip,
    // Conditions of menus.
    contextValue: ['run', ...deeds.filter((_, at) => (at === 0 ? hasText : again))].join(' '),
    command: hasText ? { command: `whittle.${name}`, title, arguments: [run] } : undefined,
  });
}

function figuresOf(run: KeptRun): string {
  if (isIsolation(run)) return apart(run);
  const tokens = sizes(run.tokens.before, run.tokens.after);
  return isFolderRecord(run) ? `${fileCount(run.files)} · ${tokens}` : tokens;
}

function date(when: number): string {
  return new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'long', timeStyle: 'short' }).format(when);
}

function iconOf(run: KeptRun): vscode.ThemeIcon {
  if (run.ending === 'interrupted') return new vscode.ThemeIcon('debug-stop');
  return run.confirmed
    ? new vscode.ThemeIcon(isIsolation(run) ? 'diff' : 'pass-filled', new vscode.ThemeColor('charts.green'))
    : new vscode.ThemeIcon('warning', new vscode.ThemeColor('charts.yellow'));
}

function againstWords(passing: string | undefined): string {
  if (passing === undefined) return l10n.t('against the empty file');
  const uri = vscode.Uri.parse(passing);
  const name = vscode.workspace.asRelativePath(fileOf(uri));
  return uri.scheme === revisionScheme
    ? l10n.t('against {0} in {1}', name, uri.query.slice(0, 7))
    : l10n.t('against {0}', name);
}
