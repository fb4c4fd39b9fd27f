/** Runs at the bottom of the window, above the files that have a result, and in the explorer. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { about, percent, rate, testCount, testsSoFar, verdictWords } from '../../reduction/events/progress';
import { duration } from './figureWords';
import { Owner, throttled } from './owner';
import { actionsOf } from '../results/notifications';
import { crewWords, endsOf } from '../../reduction/events/runState';
import type { Run } from '../runs/run';
import type { Runs } from '../runs/runs';
import { resultScheme } from '../results/results';
import { Reduction, FolderReduction } from '../runs/kinds';

/** Until a person wonders, ms. */
const patienceMs = 4000;

export class StatusBar extends Owner {
  private readonly item = this.own(
    vscode.window.createStatusBarItem('whittle.status', vscode.StatusBarAlignment.Left, 10),
  );
  /** Ends a run that polishes its result. */
  private readonly use = this.own(vscode.window.createStatusBarItem('whittle.use', vscode.StatusBarAlignment.Left, 9));

  constructor(private readonly runs: Runs) {
    super();
    Object.assign(this.item, { name: 'Whittle', command: 'whittle.showPanel' });
    Object.assign(this.use, {
      name: l10n.t('Whittle: Use It Now'),
      text: `$(check) ${l10n.t('Use It Now')}`,
      tooltip: l10n.t('Ends the run with this result, which is tested once more'),
      command: 'whittle.finish',
    });
    this.own(runs.onDidChange(() => this.update()));
  }

  get text(): string {
    return this.item.text;
  }

  private update(): void {
    const { shown: run } = this.runs;
    const isShown = run !== undefined && (run.running || run.end !== undefined);
    if (isShown) this.show(run);
    else this.item.hide();
    if (isShown && run.running && run.isGoodEnough && !run.paused) this.use.show();
    else this.use.hide();
  }

  private show(run: Run): void {
    const trouble = run.running && (run.problem ?? run.calibrated?.notice);
    const figures = `${this.isNamed(run) ? `${run.name}: ` : ''}${figuresOf(run)}`;
    const lines = run.end ? [l10n.t('Whittle: {0}', verdictWords(run.end))] : detailsOf(run);
    this.item.text = `${iconOf(run)} ${figures}`;
    this.item.tooltip = run.end ? lines[0] : tooltipOf(run, lines);
    this.item.backgroundColor = trouble ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    // Without this, screen readers would read out the Markdown of the tooltip.
    this.item.accessibilityInformation = { label: [figures, ...lines].join(', ') };
    this.item.show();
  }

  /** More than one run is under way, or the active editor shows another file. */
  private isNamed(run: Run): boolean {
    const active = vscode.window.activeTextEditor?.document.uri;
    return this.runs.running.length > 1 || !(active && this.runs.of(active).includes(run));
  }
}

function iconOf({ end, paused }: Run): string {
  if (end) return end.confirmed ? '$(check)' : '$(warning)';
  return paused ? '$(debug-pause)' : '$(sync~spin)';
}

/** `12,034 → 431 tokens · 96% · about 40 s left` */
function figuresOf(run: Run): string {
  const { first, extent, tests, paused, msExpected, isGoodEnough, end } = run;
  if (end) return [extent, testCount(end.tests)].filter(Boolean).join(' · ');
  if (!extent || (tests === 0 && !run.calibrated)) return paused ? l10n.t('paused') : `${first}${waited(run)}`;
  if (paused) return `${extent} · ${testCount(tests)} · ${l10n.t('paused')}`;
  if (isGoodEnough) {
    const { before, after } = endsOf(run);
    const smaller = l10n.t('{0}% smaller', percent(before, after));
    return [smaller, l10n.t('still polishing'), ...(msExpected ? [about(msExpected)] : [])].join(' · ');
  }
  return `${extent} · ${leftOf(run)}`;
}

/** ` · 12 s` */
function waited({ startedAt }: Run): string {
  const ms = performance.now() - startedAt;
  return ms < patienceMs ? '' : ` · ${duration(ms)}`;
}

function leftOf({ slowMs, isLate, msExpected, tests, testsExpected }: Run): string {
  if (slowMs) return l10n.t('one test takes {0}', about(slowMs));
  if (isLate) return l10n.t('longer than expected');
  return msExpected ? l10n.t('{0} left', about(msExpected)) : testsSoFar(tests, testsExpected);
}

/** Its trouble, the phase, and the pace. */
function detailsOf(run: Run): string[] {
  const { extent, tests, earlierTests, ms, phase, problem, calibrated, crew } = run;
  const pace = `${testsSoFar(tests, run.testsExpected)}, ${rate(tests - earlierTests, ms)}`;
  const lines = [problem ?? calibrated?.notice, phase && l10n.t('Whittle: {0}', phase), extent && pace];
  return [...lines.flatMap((line) => line || []), ...(crew ? [crewWords(crew)] : [])];
}

function tooltipOf(run: Run, lines: readonly string[]): vscode.MarkdownString {
  const actions = actionsOf(run);
  const given = encodeURIComponent(JSON.stringify([run.uri.toString()]));
  const links = actions.map(({ title, command }) => `[${title}](command:${command}?${given})`).join(' · ');
  const tooltip = new vscode.MarkdownString([...lines, links].join('\n\n'));
  tooltip.isTrusted = { enabledCommands: actions.map(({ command }) => command) };
  return tooltip;
}

/** A line above a file that has a result: figures and actions. */
export class RunLens extends Owner implements vscode.CodeLensProvider {
  private readonly changed = this.own(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(private readonly runs: Runs) {
    super();
    this.own(runs.onDidChange((what) => what !== 'progress' && this.changed.fire()));
    this.own(vscode.languages.registerCodeLensProvider('*', this));
  }

  /** None while a run is under way: the line would move the text. */
  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const all = this.runs.of(uri);
    const run = all.findLast(({ end }) => end);
    const isApplied = run instanceof Reduction && run.isApplied;
    if (!run || isApplied || uri.scheme === resultScheme || all.some(({ running }) => running)) return [];
    const top = new vscode.Range(0, 0, 0, 0);
    return [{ title: figuresOf(run), command: 'whittle.showPanel' }, ...actionsOf(run)].map(
      (action) => new vscode.CodeLens(top, { ...action, arguments: [uri] }),
    );
  }
}

/** Between two updates, ms. */
const gapMs = 250;

export class GoneFiles extends Owner implements vscode.FileDecorationProvider {
  private readonly changed = this.own(new vscode.EventEmitter<undefined>());
  readonly onDidChangeFileDecorations = this.changed.event;
  /** Of the runs, when they were drawn. */
  private drawn = '';

  constructor(private readonly runs: Runs) {
    super();
    const update = this.own(throttled(() => this.update(), gapMs));
    this.own(runs.onDidChange(update), vscode.window.registerFileDecorationProvider(this));
  }

  /** By the last run that has files there. */
  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const address = uri.toString();
    const isThere = (one: string) => one === address || one.startsWith(`${address}/`);
    const run = this.folders.findLast(({ paths }) => [...paths.keys()].some(isThere));
    if (!run) return undefined;
    const names = [...run.paths].filter(([one]) => isThere(one)).map(([, name]) => name);
    if (names.every((name) => run.removals.get(name)?.gone)) {
      const faded = new vscode.ThemeColor('whittle.goneFile');
      return new vscode.FileDecoration('×', l10n.t('Whittle: the failure does not need it'), faded);
    }
    const isSmaller = run.paths.has(address) && run.removals.has(names[0]);
    return isSmaller ? new vscode.FileDecoration('✂', l10n.t('Whittle: a part of it is needed')) : undefined;
  }

  private get folders(): FolderReduction[] {
    return this.runs.all().filter((run) => run instanceof FolderReduction);
  }

  private update(): void {
    const state = this.folders.map(({ startedAt, course }) => `${startedAt} ${course.length}`).join();
    if (state === this.drawn) return;
    this.drawn = state;
    this.changed.fire(undefined);
  }
}
