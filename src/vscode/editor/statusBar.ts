/** The figures of the run, or of the last one, at the bottom of the window. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { rate } from '../../reduction/events/progress';
import { silence, testCount, workerCount } from '../figureWords';
import type { Run } from '../run';

export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('whittle.status', vscode.StatusBarAlignment.Left, 10);

  constructor() {
    this.item.name = 'Whittle';
    this.item.command = 'whittle.showPanel';
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

  private showRunning(run: Run, name: string): void {
    const { doing, extent, tests, earlierTests, ms, phase, paused } = run;
    const icon = paused ? '$(debug-pause)' : '$(sync~spin)';
    const pace = paused ? l10n.t('paused') : rate(tests - earlierTests, ms);
    this.item.text = extent
      ? `${icon} ${name}${extent} · ${testCount(tests)} · ${pace}`
      : `${icon} ${name}${paused ? l10n.t('paused') : doing.first}`;
    const pausing = paused ? link(l10n.t('Resume'), 'resume') : link(l10n.t('Pause'), 'pause');
    const links = [
      pausing,
      link(l10n.t('Skip Phase'), 'skipPhase'),
      link(l10n.t('Stop and Keep the Result'), 'stop'),
    ].join(' · ');
    const lines = [l10n.t('Whittle: {0}', phase), ...workersOf(run), links];
    const tooltip = new vscode.MarkdownString(lines.join('\n\n'));
    const enabledCommands = ['pause', 'resume', 'skipPhase', 'stop'].map((verb) => `whittle.${verb}`);
    tooltip.isTrusted = { enabledCommands };
    this.item.tooltip = tooltip;
  }

  private showEnd({ extent, end }: Run, name: string): void {
    const { tests, confirmed } = end!;
    const icon = confirmed ? '$(check)' : '$(warning)';
    this.item.text = `${icon} ${name}${extent ? `${extent} · ` : ''}${testCount(tests)}`;
    this.item.tooltip = confirmed
      ? l10n.t('Whittle: the result was tested once more, and holds')
      : l10n.t('Whittle: the result is not confirmed');
  }

  /** What it says now. */
  get text(): string {
    return this.item.text;
  }

  dispose(): void {
    this.item.dispose();
  }
}

/** A line, if the run is on a cluster. */
function workersOf({ figures: { crew } }: Run): string[] {
  if (!crew) return [];
  return [crew.silentMs === undefined ? workerCount(crew.working, crew.slots) : silence(crew.silentMs)];
}

function link(title: string, command: string): string {
  return `[${title}](command:whittle.${command})`;
}
