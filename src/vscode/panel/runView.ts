/** The view *Run*: the shown run, or how to begin one. */
import * as vscode from 'vscode';
import { type Axis, axes } from '../../charts/chart';
import type { Runs } from '../runs/runs';
import { panelOf } from './panel';
import type { FromPage, Piece } from './pieces';
import { Page } from './webview';

/** Commands of buttons; they act on the shown run. */
const isOurs = /^(whittle\.|workbench\.trust\.manage$)/;

export class RunView extends Page implements vscode.WebviewViewProvider {
  protected readonly style = 'panel';
  private by: Axis = 'tests';

  /** `assets`: the folder with the built page. */
  constructor(
    private readonly runs: Runs,
    assets: vscode.Uri,
  ) {
    super(assets);
    this.own(runs.onDidChange(this.update));
    this.own(vscode.workspace.onDidGrantWorkspaceTrust(this.update));
    this.own(vscode.window.registerWebviewViewProvider('whittle.runView', this));
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.showIn(view, view.onDidChangeVisibility);
  }

  get pieces(): Piece[] {
    return panelOf(this.runs.shown, this.runs.all(), this.by);
  }

  protected receive([act, given = '']: FromPage): void {
    if (act === 'choose') this.runs.show(this.runs.all().find((run) => String(run.startedAt) === given));
    if (act === 'axis') this.by = axes.find((axis) => axis === given) ?? this.by;
    if (act === 'command' && isOurs.test(given)) {
      void vscode.commands.executeCommand(given, this.runs.shown?.uri);
    }
  }
}
