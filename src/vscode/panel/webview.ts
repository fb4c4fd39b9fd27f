/** A page of ours in a webview of VS Code. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { assets } from '../thread';
import { Owner, throttled } from '../window/owner';
import type { FromPage, Piece } from './pieces';

/** Between two updates, ms. */
const gapMs = 250;

export abstract class Page extends Owner {
  private view: vscode.WebviewView | vscode.WebviewPanel | undefined;
  /** Draws it anew, if it is visible. */
  readonly update = this.own(throttled(() => this.post(), gapMs));

  /** The name of its style sheet. */
  protected abstract readonly style: 'panel' | 'comparison';

  /** Its content. */
  abstract get pieces(): Piece[];

  /** Something was pressed. */
  protected abstract receive(message: FromPage): unknown;

  get visible(): boolean {
    return this.view?.visible === true;
  }

  /** In an editor of its own, until the user closes that. */
  open(type: string, title: string): void {
    if (this.view) return (this.view as vscode.WebviewPanel).reveal();
    const panel = vscode.window.createWebviewPanel(type, title, vscode.ViewColumn.Active);
    this.showIn(panel, panel.onDidChangeViewState);
  }

  /** `onChange`: when it becomes visible. */
  showIn(view: vscode.WebviewView | vscode.WebviewPanel, onChange: vscode.Event<unknown>): void {
    this.view = view;
    view.webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.file(assets)] };
    const listeners = [
      view.webview.onDidReceiveMessage((message: FromPage) => {
        if (message[0] !== 'ready') this.receive(message);
        this.post();
      }),
      onChange(() => this.update()),
    ];
    view.onDidDispose(() => {
      if (this.view === view) this.view = undefined;
      for (const listener of listeners) listener.dispose();
    });
    view.webview.html = pageText(view.webview, this.style);
  }

  private post(): void {
    if (this.visible) void this.view!.webview.postMessage(this.pieces);
  }
}

function pageText(webview: vscode.Webview, name: string): string {
  const nonce = randomBytes(16).toString('base64');
  const asset = (file: string) => webview.asWebviewUri(vscode.Uri.file(join(assets, file)));
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
<script type="module" nonce="${nonce}" src="${asset('page.js')}"></script>
</body>
</html>`;
}
