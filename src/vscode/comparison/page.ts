/** The page of a comparison: it draws each snapshot that it receives, during the comparison and afterwards. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { pageText } from '../panel/runView';
import { throttled } from '../window/throttled';
import type { Comparison } from './comparison';
import type { FromComparisonPage, RowAction, ToComparisonPage } from './messages';
import { comparisonSnapshot } from './snapshot';

/** Gap between two snapshots, ms. */
const gapMs = 250;

export class ComparisonPage {
  private panel: vscode.WebviewPanel | undefined;
  private readonly update = throttled(() => this.post(), gapMs);

  /** `assets`: the folder with the built page; `act`: called for a button of a row. */
  constructor(
    readonly comparison: Comparison,
    private readonly assets: vscode.Uri,
    private readonly act: (action: RowAction['id'], row: number) => unknown,
  ) {}

  get visible(): boolean {
    return this.panel?.visible === true;
  }

  show(): void {
    if (this.panel) return this.panel.reveal();
    const title = l10n.t('Benchmark: {0}', this.comparison.name);
    const options = { enableScripts: true, localResourceRoots: [this.assets] };
    const panel = vscode.window.createWebviewPanel('whittle.comparison', title, vscode.ViewColumn.Active, options);
    this.panel = panel;
    const listeners = [
      panel.webview.onDidReceiveMessage((message: FromComparisonPage) => this.receive(message)),
      panel.onDidChangeViewState(() => this.update()),
      this.comparison.onDidChange(() => this.update()),
    ];
    panel.onDidDispose(() => {
      for (const listener of listeners) listener.dispose();
      this.panel = undefined;
      this.update.dispose();
    });
    panel.webview.html = pageText(panel.webview, this.assets, 'comparison');
  }

  private receive(message: FromComparisonPage): void {
    if (message.kind === 'ready') this.post();
    else if (message.kind === 'stop') this.comparison.stop();
    else this.act(message.kind, message.row);
  }

  private post(): void {
    if (!this.visible) return;
    const message: ToComparisonPage = { kind: 'comparison', snapshot: comparisonSnapshot(this.comparison) };
    void this.panel!.webview.postMessage(message);
  }
}
