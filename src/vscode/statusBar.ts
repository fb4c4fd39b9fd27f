/** The figures of the running reduction, or of the last one, at the bottom of the window. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { grouped, rate, sizes } from '../reduction/progress';
import type { Reduction, ReductionResult } from './reduction';

export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('whittle.status', vscode.StatusBarAlignment.Left, 10);

  constructor() {
    this.item.name = 'Whittle';
    this.item.command = 'whittle.showLog';
  }

  /** `named`: more than one file is reduced, or the reader looks at another one. */
  show(reduction: Reduction, named: boolean): void {
    const name = named ? `${basename(reduction.uri.path)}: ` : '';
    if (reduction.running) this.showRunning(reduction, name);
    else if (reduction.result) this.showResult(reduction.result, name);
    this.item.show();
  }

  hide(): void {
    this.item.hide();
  }

  private showRunning({ now }: Reduction, name: string): void {
    const { tokensBefore, tokens, tests, ms, phase } = now;
    this.item.text = tokensBefore
      ? `$(sync~spin) ${name}${sizes(tokensBefore, tokens)} · ${grouped(tests)} tests · ${rate(tests, ms)}`
      : `$(sync~spin) ${name}testing the unchanged file`;
    const tooltip = new vscode.MarkdownString(`Whittle: ${phase}\n\n[Stop and Keep the Result](command:whittle.stop)`);
    tooltip.isTrusted = { enabledCommands: ['whittle.stop'] };
    this.item.tooltip = tooltip;
  }

  private showResult({ finished: { tokens, tests, confirmed } }: ReductionResult, name: string): void {
    const icon = confirmed ? '$(check)' : '$(warning)';
    this.item.text = `${icon} ${name}${sizes(tokens.before, tokens.after)} · ${grouped(tests)} tests`;
    this.item.tooltip = confirmed ? 'Whittle: the property held on the result' : 'Whittle: the result is not confirmed';
  }

  /** What it says now. */
  get text(): string {
    return this.item.text;
  }

  dispose(): void {
    this.item.dispose();
  }
}
