/** The figures of the run, or of the last one, at the bottom of the window. */
import * as vscode from 'vscode';
import { rate, testCount } from '../reduction/progress';
import type { Run } from './run';

export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('whittle.status', vscode.StatusBarAlignment.Left, 10);

  constructor() {
    this.item.name = 'Whittle';
    this.item.command = 'whittle.showLog';
  }

  /** `named`: more than one file is worked on, or the reader looks at another one. */
  show(run: Run, named: boolean): void {
    const name = named ? `${run.name}: ` : '';
    if (run.running) this.showRunning(run, name);
    else if (run.end) this.showEnd(run, name);
    this.item.show();
  }

  hide(): void {
    this.item.hide();
  }

  private showRunning({ doing, extent, tests, ms, phase }: Run, name: string): void {
    this.item.text = extent
      ? `$(sync~spin) ${name}${extent} · ${testCount(tests)} · ${rate(tests, ms)}`
      : `$(sync~spin) ${name}${doing.first}`;
    const tooltip = new vscode.MarkdownString(`Whittle: ${phase}\n\n[Stop and Keep the Result](command:whittle.stop)`);
    tooltip.isTrusted = { enabledCommands: ['whittle.stop'] };
    this.item.tooltip = tooltip;
  }

  private showEnd({ extent, end }: Run, name: string): void {
    const { tests, confirmed } = end!;
    const icon = confirmed ? '$(check)' : '$(warning)';
    this.item.text = `${icon} ${name}${extent ? `${extent} · ` : ''}${testCount(tests)}`;
    this.item.tooltip = confirmed
      ? 'Whittle: the result was tested once more, and holds'
      : 'Whittle: the result is not confirmed';
  }

  /** What it says now. */
  get text(): string {
    return this.item.text;
  }

  dispose(): void {
    this.item.dispose();
  }
}
