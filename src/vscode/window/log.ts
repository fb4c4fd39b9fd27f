/** The output channel, in the language that syntaxes/ highlights. */
import * as vscode from 'vscode';
import { logLines } from '../../reduction/events/logLines';
import type { WatchedEvent } from '../../host/port';

export class Log implements vscode.Disposable {
  private last = '';
  private readonly channel = vscode.window.createOutputChannel('Whittle', 'whittle-log');

  /** `file` is named where its lines follow those of another. */
  write(file: string, events: readonly WatchedEvent[]): void {
    const lines = events.flatMap(logLines);
    if (lines.length === 0) return;
    const speaker = file === this.last || events[0].event === 'started' ? [] : [`@ ${file}`];
    this.last = file;
    this.channel.append(`${[...speaker, ...lines].join('\n')}\n`);
  }

  /** A line of our own about a file. */
  note(file: string, text: string): void {
    const speaker = file === this.last ? '' : `@ ${file}\n`;
    this.last = file;
    this.channel.append(`${speaker}note: ${text}\n`);
  }

  show(): void {
    this.channel.show(true);
  }

  dispose(): void {
    this.channel.dispose();
  }
}
