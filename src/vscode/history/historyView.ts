/** The view *History*, with its commands: interrupted runs, then ended ones, the newest first. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { fileOf, revisionScheme, type IsolationRequest } from '../isolation/isolateCommand';
import { headOf } from '../runs/head';
import { extentOf } from '../../reduction/events/runState';
import { endWords, testCount } from '../../reduction/events/progress';
import { Owner } from '../window/owner';
import { duration, milliseconds } from '../window/figureWords';
import type { History } from './history';
import { type KeptRun, inputDigest, jobOf, stateOf } from './record';
import { ago, nameOf, stamp } from './report';
import type { Controller } from '../controller';
import type { FolderRequest } from '../folder/folderCommands';
import { openFolderResult } from '../results/resultCommands';
import { Reduction, documentAt } from '../runs/kinds';
import { assets } from '../thread';
import { Problem, commandButton, reduceButton, registered } from '../window/problems';

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
    const date = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'long', timeStyle: 'short' }).format(when);
    const canRunAgain = end && again && !job.input.fixed;
    return Object.assign(new vscode.TreeItem(name), {
      id,
      description,
      // The tooltip, which would be read out otherwise, has commands and patterns.
      accessibilityInformation: { label: `${name}, ${description}, ${ending}` },
      iconPath: iconOf(run),
      tooltip: [`${path}, ${date}`, figures, figuresOf(run), ending, ...detailsOf(run)].join('\n'),
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

export function registerHistoryCommands(controller: Controller): vscode.Disposable[] {
  const on = (act: (run: KeptRun) => unknown) => (run?: KeptRun) => {
    if (run) return act(run);
    const show = commandButton(l10n.t('Show History'), 'whittle.historyView.focus');
    throw new Problem(l10n.t('No run is selected: select one in the History view.'), show);
  };
  return registered(controller, {
    'whittle.historyOpen': on((run) => open(controller, run)),
    'whittle.historyAgain': on((run) => begin(run)),
    'whittle.historyRemove': on((run) => controller.history.remove(run)),
    'whittle.historyResume': on((run) => begin(run, true)),
  });
}

/** Shows the result again: as at the end of its run, or what is there without its file. Throws `Problem`. */
async function open(controller: Controller, run: KeptRun): Promise<void> {
  const { uri, paths, languageId = '', outcome, when } = run;
  const address = vscode.Uri.parse(uri);
  if (paths) return openFolderResult((outcome as { path?: string } | undefined)?.path);
  if (outcome === undefined) {
    const again = commandButton(l10n.t('Run Again'), 'whittle.historyAgain', run);
    throw new Problem(l10n.t('The result of this run was too long to keep: run it again.'), again);
  }
  if (typeof outcome !== 'string') {
    return controller.results.showDifference(address, languageId, outcome as never, stamp(when));
  }
  const document = await documentAt(address);
  if (document) return controller.presentAgain(await reopened(controller, run, outcome, document));
  const kept = await controller.results.open(address, l10n.t('reduced {0}', stamp(when)), outcome, languageId);
  await vscode.window.showTextDocument(kept, { preview: true });
}

/** The run as it was at its end. If its file is another one now, nothing is grey, and the result cannot be applied. */
async function reopened({ runs }: Controller, run: KeptRun, outcome: string, document: vscode.TextDocument) {
  runs.requireIdle(document.uri);
  const mark = outcome.startsWith('\ufeff') ? '\ufeff' : '';
  const text = inputDigest([document.getText()]) === run.input ? document.getText() : '';
  const { tests, limits } = run.job;
  const input = { fileName: nameOf(run), text: mark + text, encoding: 'utf8' } as const;
  const job = jobOf({ input, tests, limits, assets, oracle: { kind: 'command', commands: [] } }, run);
  const start = <O>() => ({ outcome: Promise.resolve(outcome as O), tell: () => {} });
  const elsewhere = { start, state: stateOf(run), removals: run.removals };
  const reduction = new Reduction(document, { job, elsewhere }, run.again ?? {});
  await reduction.ended;
  return reduction;
}

/** With the same oracle; if it `resumes`, with the same job and its journal. Throws `Problem`. */
function begin(run: KeptRun, resumes = false): Thenable<unknown> {
  const { uri, again, rules, paths, passing, job, input } = run;
  if (!again) {
    const message = l10n.t('Whittle does not know how this run was started: run Reduce File.');
    throw new Problem(message, reduceButton(vscode.Uri.parse(uri)));
  }
  const ofFolder = job.input.reproduces ? 'whittle.makeReproduction' : 'whittle.reduceFolder';
  const ofFile = passing === undefined ? 'whittle.reduceFile' : 'whittle.isolateDifference';
  const request: IsolationRequest & FolderRequest = {
    ...{ paths, passing, ...again },
    ...('recipe' in again && { rule: rules[0]?.rule }),
    resumes: resumes ? { input, jobOf: (now) => jobOf(now, run) } : undefined,
  };
  return vscode.commands.executeCommand(paths ? ofFolder : ofFile, vscode.Uri.parse(uri), request);
}
