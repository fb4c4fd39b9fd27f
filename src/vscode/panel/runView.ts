/** The view *Run*: the shown run, or how to begin one. */
import * as vscode from 'vscode';
import { type Axis, axes } from '../../charts/chart';
import type { Runs } from '../runs/runs';
import { panelOf } from './panel';
import type { FromPage, Piece } from './pieces';
import { Page } from './webview';

/** Commands of buttons; they act on the shown run. */
const isOurs = /^(whittle\.|workbench\.trust\.manage$)/;

export class RunView implements vscode.WebviewViewProvider, vscode.Disposable {
  private by: Axis = 'tests';
  private readonly page: Page;
  private readonly listeners: vscode.Disposable[];

  /** `assets`: the folder with the built page. */
  constructor(
    private readonly runs: Runs,
    assets: vscode.Uri,
  ) {
    this.page = new Page(
      assets,
      'panel',
      () => this.snapshot,
      (message) => this.receive(message),
    );
    this.listeners = [
      this.page,
      runs.onDidChange(this.page.update),
      vscode.workspace.onDidGrantWorkspaceTrust(this.page.update),
      vscode.window.registerWebviewViewProvider('whittle.runView', this),
    ];
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.page.showIn(view, view.onDidChangeVisibility);
  }

  get snapshot(): Piece[] {
    return panelOf(this.runs.shown, this.runs.all(), this.by);
  }

  dispose(): void {
    for (const listener of this.listeners) listener.dispose();
  }

  private receive([act, given = '']: FromPage): void {
    if (act === 'choose') this.runs.show(this.runs.all().find((run) => String(run.startedAt) === given));
    if (act === 'axis') this.by = axes.find((axis) => axis === given) ?? this.by;
    if (act === 'command' && isOurs.test(given)) {
      void vscode.commands.executeCommand(given, this.runs.shown?.uri);
    }
  }
}
