/** The view *Run*: a page that draws snapshots and reports the pressed buttons. */
import * as vscode from 'vscode';
import type { Runs } from '../runs/runs';
import { throttled } from '../window/throttled';
import type { KeptReduction } from '../history/store';
import { shownEarlier } from './earlier';
import { pageText } from './html';
import type { FromPage, Snapshot, ToPage } from './messages';
import { axes, type Axis } from '../../charts/series';
import type { Shown } from './shown';
import { snapshotOf } from './snapshot';

/** Between two snapshots, ms. */
const gapMs = 250;

/** Commands of buttons; they act on the shown run. */
const commands = new Set(
  [
    'pause',
    'resume',
    'skipPhase',
    'stop',
    'finish',
    'startOver',
    'applyResult',
    'showDiff',
    'showResult',
    'copyResult',
    'discardResult',
  ]
    .concat(
      'historyApply',
      'historyDiff',
      'historyOpen',
      'historyBugReport',
      'resultActions',
      'showDifference',
      'saveDifference',
      'reduceFile',
      'isolateDifference',
    )
    .map((name) => `whittle.${name}`)
    .concat('workbench.trust.manage'),
);

/** These ask for the file, or need none. */
const withoutRun = new Set(['whittle.reduceFile', 'whittle.isolateDifference', 'workbench.trust.manage']);

export class RunView implements vscode.WebviewViewProvider, vscode.Disposable {
  private view: vscode.WebviewView | undefined;
  private earlier: KeptReduction | undefined;
  private by: Axis = 'tests';
  private readonly post = throttled(() => this.postNow(), gapMs);
  private readonly listeners: vscode.Disposable[];

  /** `assets`: the folder with the built page. */
  constructor(
    private readonly runs: Runs,
    private readonly shown: Shown,
    private readonly assets: vscode.Uri,
  ) {
    this.listeners = [
      shown.onDidChange(this.post),
      vscode.workspace.onDidGrantWorkspaceTrust(this.post),
      runs.onDidBegin(() => (this.earlier = undefined)),
      vscode.window.registerWebviewViewProvider('whittle.runView', this),
    ];
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    view.webview.options = { enableScripts: true, localResourceRoots: [this.assets] };
    const listeners = [
      view.webview.onDidReceiveMessage((message: FromPage) => this.told(message)),
      view.onDidChangeVisibility(() => this.post()),
    ];
    view.onDidDispose(() => {
      if (this.view === view) this.view = undefined;
      for (const listener of listeners) listener.dispose();
    });
    view.webview.html = pageText(view.webview, this.assets, 'panel');
  }

  get snapshot(): Snapshot {
    const { run } = this.shown;
    const snapshot = snapshotOf(run, this.runs.all(), this.by);
    return this.earlier && !run ? { ...snapshot, shown: shownEarlier(this.earlier) } : snapshot;
  }

  /** Shows the last run of the window before, until one begins in this window. */
  showEarlier(earlier: KeptReduction | undefined): void {
    if (this.runs.all().length > 0) return;
    this.earlier = earlier;
    this.post();
  }

  told(message: FromPage): void {
    if (message.kind === 'choose') this.shown.choose(message.id);
    if (message.kind === 'axis' && axes.includes(message.by)) this.by = message.by;
    if (message.kind === 'command' && commands.has(message.command)) this.run(message.command);
    this.postNow();
  }

  dispose(): void {
    this.post.dispose();
    for (const listener of this.listeners) listener.dispose();
  }

  private run(command: string): void {
    const given = withoutRun.has(command) ? undefined : (this.shown.run?.uri ?? this.earlier);
    void vscode.commands.executeCommand(command, given);
  }

  private postNow(): void {
    if (!this.view?.visible) return;
    void this.view.webview.postMessage({ kind: 'snapshot', snapshot: this.snapshot } satisfies ToPage);
  }
}
