/** The editor that shows a study: a page that draws what it is sent, while it runs and afterwards. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { axes } from '../../charts/series';
import type { Axis } from '../../charts/series';
import { markdownReport } from '../../reduction/comparison/exports';
import { pageText } from '../panel/html';
import type { Runs } from '../runs/runs';
import { telling } from '../window/telling';
import { throttled } from '../window/throttled';
import type { ComparisonSnapshot, FromComparisonPage, PageAction, ToComparisonPage } from './messages';
import { saveStudyAs } from './saveAs';
import { comparisonSnapshot } from './snapshot';
import { columnCount } from './sorting';
import type { Order } from './sorting';
import type { Study, Turn } from './study';

/** The page is sent anew at most so often, ms. */
const gapMs = 250;

export class ComparisonPage implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private by: Axis = 'tests';
  private order: Order | undefined;
  /** The turn that the user wants to see; unset: the one that runs, or the last one. */
  private chosen: Turn | undefined;
  private readonly closed = new vscode.EventEmitter<void>();
  readonly onDidDispose = this.closed.event;
  private readonly update = throttled(() => this.post(), gapMs);

  /** `assets`: where the build has put the page; `again`: begins another round. */
  constructor(
    readonly study: Study,
    private readonly assets: vscode.Uri,
    private readonly window: { readonly runs: Runs },
    private readonly again: () => unknown,
  ) {}

  get snapshot(): ComparisonSnapshot {
    return comparisonSnapshot(this.study, this.turn, this.by, this.order);
  }

  get visible(): boolean {
    return this.panel?.visible === true;
  }

  show(): void {
    if (this.panel) return this.panel.reveal();
    const title = l10n.t('Compare: {0}', this.study.name);
    const options = { enableScripts: true, localResourceRoots: [this.assets] };
    const panel = vscode.window.createWebviewPanel('whittle.comparison', title, vscode.ViewColumn.Active, options);
    this.panel = panel;
    const listeners = [
      panel.webview.onDidReceiveMessage((message: FromComparisonPage) => this.told(message)),
      panel.onDidChangeViewState(() => this.update()),
      this.study.onDidChange(() => this.update()),
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

  private get turn(): Turn | undefined {
    const { turns, current } = this.study;
    if (this.chosen && turns.includes(this.chosen)) return this.chosen;
    return current ?? turns.findLast(({ comparison }) => comparison?.rows.length) ?? turns.at(0);
  }

  /** What the page has said. */
  private told(message: FromComparisonPage): void {
    if (message.kind === 'axis' && axes.includes(message.by)) this.by = message.by;
    if (message.kind === 'sort') this.sort(message.column);
    if (message.kind === 'turn') this.chosen = this.study.turns[message.index];
    if (message.kind === 'act') this.act(message.id);
    this.post();
  }

  private act(id: PageAction['id']): void {
    const { study, turn, by } = this;
    if (id === 'stop') study.stop();
    if (id === 'again') this.again();
    if (id === 'copy') void vscode.env.clipboard.writeText(markdownReport(study.samples));
    if (id === 'save' && turn) void telling(this.window, () => saveStudyAs(study, turn, by));
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
