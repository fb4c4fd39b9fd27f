/** The figures of the shown run, at the bottom of the window. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Ended } from '../../reduction/events/events';
import { rate } from '../../reduction/events/progress';
import { silence, testCount, testsSoFar, workerCount } from './figureWords';
import type { Shown } from '../panel/shown';
import { actionsOf } from '../results/resultActions';
import type { Run } from '../runs/run';
import type { Runs } from '../runs/runs';

export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('whittle.status', vscode.StatusBarAlignment.Left, 10);

  private readonly watching: vscode.Disposable;

  constructor(
    private readonly runs: Pick<Runs, 'of' | 'running'>,
    private readonly shown: Pick<Shown, 'run' | 'onDidChange'>,
  ) {
    this.item.name = 'Whittle';
    this.item.command = 'whittle.showPanel';
    this.watching = shown.onDidChange(() => this.update());
  }

  private update(): void {
    const { run } = this.shown;
    if (!run) return this.item.hide();
    const name = this.isNamed(run) ? `${run.name}: ` : '';
    if (run.running) this.showRunning(run, name);
    else if (run.end) this.showEnd(run, run.end, name);
    else return this.item.hide();
    this.item.show();
  }

  /** More than one run is under way, or the active editor shows another file. */
  private isNamed(run: Run): boolean {
    const active = vscode.window.activeTextEditor?.document.uri;
    return this.runs.running.length > 1 || !(active && this.runs.of(active).includes(run));
  }

  private showRunning(run: Run, name: string): void {
    const { doing, extent, tests, earlierTests, ms, phase, paused } = run;
    const icon = paused ? '$(debug-pause)' : '$(sync~spin)';
    const pace = paused ? l10n.t('paused') : rate(tests - earlierTests, ms);
    const figures = extent
      ? `${name}${extent} · ${testsSoFar(tests, run.testsExpected)} · ${pace}`
      : `${name}${paused ? l10n.t('paused') : doing.first}`;
    this.item.text = `${icon} ${figures}`;
    const actions = actionsOf(run);
    const given = encodeURIComponent(JSON.stringify([run.uri.toString()]));
    const links = actions.map(({ title, command }) => `[${title}](command:${command}?${given})`).join(' · ');
    const lines = [...(phase ? [l10n.t('Whittle: {0}', phase)] : []), ...workersOf(run)];
    const tooltip = new vscode.MarkdownString([...lines, links].join('\n\n'));
    tooltip.isTrusted = { enabledCommands: actions.map(({ command }) => command) };
    this.item.tooltip = tooltip;
    this.speak(figures, ...lines);
  }

  private showEnd({ extent }: Run, { tests, confirmed }: Ended, name: string): void {
    const icon = confirmed ? '$(check)' : '$(warning)';
    const figures = `${name}${extent ? `${extent} · ` : ''}${testCount(tests)}`;
    const verdict = confirmed ? l10n.t('Whittle: result verified') : l10n.t('Whittle: result not verified');
    this.item.text = `${icon} ${figures}`;
    this.item.tooltip = verdict;
    this.speak(figures, verdict);
  }

  /** For screen readers: without this they would read out the Markdown of the tooltip. */
  private speak(...parts: string[]): void {
    this.item.accessibilityInformation = { label: parts.join(', ') };
  }

  get text(): string {
    return this.item.text;
  }

  /** For screen readers. */
  get spoken(): string {
    return this.item.accessibilityInformation?.label ?? '';
  }

  dispose(): void {
    this.watching.dispose();
    this.item.dispose();
  }
}

/** A line, if the run is on a cluster. */
function workersOf({ figures: { crew } }: Run): string[] {
  if (!crew) return [];
  return [crew.silentMs === undefined ? workerCount(crew.working, crew.slots) : silence(crew.silentMs)];
}
