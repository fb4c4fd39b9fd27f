/** The output channel, in the language that syntaxes/ highlights. */
import * as vscode from 'vscode';
import { logLines } from '../reduction/logLines';
import type { WatchedEvent } from './messages';

export class Log implements vscode.Disposable {
  private readonly channel = vscode.window.createOutputChannel('Whittle', 'whittle-log');

  write(events: readonly WatchedEvent[]): void {
    const lines = events.flatMap(logLines);
    if (lines.length > 0) this.channel.append(`${lines.join('\n')}\n`);
  }

  show(): void {
    this.channel.show(true);
  }

  dispose(): void {
    this.channel.dispose();
  }
}
