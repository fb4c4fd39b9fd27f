/** The view *Run*: a page that draws snapshots and reports the pressed buttons. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { env, l10n } from 'vscode';
import { type Axis, axes } from '../../charts/series';
import { toldFailure } from '../../oracle/judging/ruleWords';
import { grouped } from '../../reduction/events/progress';
import { ago, nameOf } from '../history/report';
import type { KeptReduction } from '../history/record';
import type { Runs } from '../runs/runs';
import { duration, sizes } from '../window/figureWords';
import { throttled } from '../window/throttled';
import type { FromPage, ShownRun, Snapshot, ToPage } from './messages';
import type { Shown } from './shown';
import { endedWords, snapshotOf } from './snapshot';

/** Between two snapshots, ms. */
const gapMs = 250;

/** Commands of buttons; they act on the shown run. */
const isOurs = /^(whittle\.|workbench\.trust\.manage$)/;

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
    if (message.kind === 'command' && isOurs.test(message.command)) this.run(message.command);
    this.postNow();
  }

  dispose(): void {
    this.post.dispose();
    for (const listener of this.listeners) listener.dispose();
  }

  private run(command: string): void {
    void vscode.commands.executeCommand(command, this.shown.run?.uri ?? this.earlier);
  }

  private postNow(): void {
    if (!this.view?.visible) return;
    void this.view.webview.postMessage({ kind: 'snapshot', snapshot: this.snapshot } satisfies ToPage);
  }
}

/** `assets` holds NAME.css and NAME.js. */
export function pageText(webview: vscode.Webview, assets: vscode.Uri, name: string): string {
  const nonce = randomBytes(16).toString('base64');
  const asset = (file: string) => webview.asWebviewUri(vscode.Uri.joinPath(assets, file));
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" nonce="${nonce}" href="${asset(`${name}.css`)}">
<title>Whittle</title>
</head>
<body>
<main id="whittle"></main>
<script type="module" nonce="${nonce}" src="${asset(`${name}.js`)}"></script>
</body>
</html>`;
}

/** A run that ended before the window was reloaded, in the panel. */
function shownEarlier(run: KeptReduction): ShownRun {
  const { when, tokens, tests, ms, search, rules } = run;
  const learned = rules.find((rule) => rule.learned);
  const action = (command: string, label: string, main = false) => ({ command: `whittle.${command}`, label, main });
  return {
    id: run.id,
    name: nameOf(run),
    state: run.confirmed ? 'ended' : 'doubtful',
    doing: `${endedWords(run)} · ${ago(when, Date.now(), env.language)}`,
    extent: sizes(tokens.before, tokens.after),
    actions: [
      action('historyApply', l10n.t('Apply'), true),
      action('historyDiff', l10n.t('Show Diff')),
      action('historyOpen', l10n.t('Open Result')),
      action('historyBugReport', l10n.t('Copy as Bug Report')),
    ],
    facts: [
      [l10n.t('Tests'), grouped(tests)],
      [l10n.t('Time'), duration(ms)],
      ...(learned ? [[l10n.t('Looking for'), toldFailure(learned.rule)] as const] : []),
      [l10n.t('Search'), search],
    ],
  };
}
