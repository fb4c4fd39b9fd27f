/** The figures of the running reduction, or of the last one, at the bottom of the window. */
import * as vscode from 'vscode';
import { grouped, rate, sizes } from '../reduction/progress';
import type { Reduction } from './reduction';

export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('whittle.status', vscode.StatusBarAlignment.Left, 10);

  constructor() {
    this.item.name = 'Whittle';
    this.item.command = 'whittle.showLog';
  }

  show(reduction: Reduction): void {
    const { tokensBefore, tokens, tests, ms, phase } = reduction.now;
    this.item.text = tokensBefore
      ? `$(sync~spin) ${sizes(tokensBefore, tokens)} · ${grouped(tests)} tests · ${rate(tests, ms)}`
      : '$(sync~spin) Whittle: testing the unchanged file';
    const tooltip = new vscode.MarkdownString(`Whittle: ${phase}\n\n[Stop and Keep the Result](command:whittle.stop)`);
    tooltip.isTrusted = { enabledCommands: ['whittle.stop'] };
    this.item.tooltip = tooltip;
    this.item.show();
  }

  showResult({ result }: Reduction): void {
    if (!result) return this.item.hide();
    const { tokens, tests, confirmed } = result.finished;
    const icon = confirmed ? '$(check)' : '$(warning)';
    this.item.text = `${icon} ${sizes(tokens.before, tokens.after)} · ${grouped(tests)} tests`;
    this.item.tooltip = confirmed ? 'Whittle: the property held on the result' : 'Whittle: the result is not confirmed';
    this.item.show();
  }

  hide(): void {
    this.item.hide();
  }

  /** What it says now. */
  get text(): string {
    return this.item.text;
  }

  dispose(): void {
    this.item.dispose();
  }
}
