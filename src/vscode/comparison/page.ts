/** The editor that shows a comparison: a page that draws what it is sent, while it runs and afterwards. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { axes } from '../../charts/series';
import type { Axis } from '../../charts/series';
import { comparisonReport } from '../../reduction/comparison/report';
import { pageText } from '../panel/html';
import { throttled } from '../throttled';
import type { Comparison } from './comparison';
import type { ComparisonSnapshot, FromComparisonPage, ToComparisonPage } from './messages';
import { comparisonSnapshot } from './snapshot';
import { columnCount } from './sorting';
import type { Order } from './sorting';

/** The page is sent anew at most so often, ms. */
const gapMs = 250;

export class ComparisonPage implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private by: Axis = 'tests';
  private order: Order | undefined;
  private readonly closed = new vscode.EventEmitter<void>();
  readonly onDidDispose = this.closed.event;
  readonly update = throttled(() => this.post(), gapMs);

  /** `assets`: where the build has put the page. */
  constructor(
    readonly comparison: Comparison,
    private readonly assets: vscode.Uri,
  ) {}

  get snapshot(): ComparisonSnapshot {
    return comparisonSnapshot(this.comparison, this.by, this.order);
  }

  get visible(): boolean {
    return this.panel?.visible === true;
  }

  show(): void {
    if (this.panel) return this.panel.reveal();
    const title = l10n.t('Compare: {0}', this.comparison.name);
    const options = { enableScripts: true, localResourceRoots: [this.assets] };
    const panel = vscode.window.createWebviewPanel('whittle.comparison', title, vscode.ViewColumn.Active, options);
    this.panel = panel;
    const listeners = [
      panel.webview.onDidReceiveMessage((message: FromComparisonPage) => this.told(message)),
      panel.onDidChangeViewState(() => this.update()),
      this.comparison.onEvents(() => this.update()),
    ];
    panel.onDidDispose(() => {
      for (const listener of listeners) listener.dispose();
      this.panel = undefined;
      this.update.dispose();
      this.closed.fire();
    });
    panel.webview.html = pageText(panel.webview, this.assets, 'comparison');
  }

  dispose(): void {
    this.panel?.dispose();
  }

  /** What the page has said. */
  told(message: FromComparisonPage): void {
    const { comparison } = this;
    if (message.kind === 'axis' && axes.includes(message.by)) this.by = message.by;
    if (message.kind === 'sort') this.sort(message.column);
    if (message.kind === 'act' && message.id === 'stop') comparison.stop();
    if (message.kind === 'act' && message.id === 'copy') {
      void vscode.env.clipboard.writeText(comparisonReport(comparison.name, comparison.rows));
    }
    this.post();
  }

  /** Up first; the same heading once more, down; then in the order of the runs. */
  private sort(column: number): void {
    if (!Number.isInteger(column) || column < 0 || column >= columnCount) return;
    const { order } = this;
    if (order?.column !== column) this.order = { column, down: false };
    else this.order = order.down ? undefined : { column, down: true };
  }

  private post(): void {
    if (!this.visible) return;
    const message: ToComparisonPage = { kind: 'comparison', snapshot: this.snapshot };
    void this.panel!.webview.postMessage(message);
  }
}
