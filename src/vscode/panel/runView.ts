/** The view *Run*: a page that draws snapshots and reports the pressed buttons. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { type Axis, axes } from '../../charts/series';
import type { KeptRun } from '../history/history';
import type { Runs } from '../runs/runs';
import { throttled } from '../window/throttled';
import type { FromPage, Snapshot, ToPage } from './messages';
import type { Shown } from './shown';
import { snapshotOf } from './snapshot';

/** Between two snapshots, ms. */
const gapMs = 250;

/** Commands of buttons; they act on the shown run. */
const isOurs = /^(whittle\.|workbench\.trust\.manage$)/;

export class RunView implements vscode.WebviewViewProvider, vscode.Disposable {
  private view: vscode.WebviewView | undefined;
  private last: KeptRun | undefined;
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
      runs.onDidBegin(() => (this.last = undefined)),
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
    return snapshotOf(this.shown.run, this.runs.all(), this.by, this.last);
  }

  /** Offers the result of the last run of the window before, until one begins in this window. */
  offer(last: KeptRun | undefined): void {
    if (this.runs.all().length > 0) return;
    this.last = last;
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
    void vscode.commands.executeCommand(command, this.shown.run?.uri ?? this.last);
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
