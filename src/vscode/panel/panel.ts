/** The view *Run*: the shown run, or how to begin one. */
import * as vscode from 'vscode';
import { l10n, workspace } from 'vscode';
import { type Axis, axes, series } from '../../charts/chart';
import type { Runs } from '../runs/runs';
import { type FromPage, type Piece, button, piece, sending } from './pieces';
import { Page } from './webview';
import type { Calibrated } from '../../reduction/events/events';
import { endWords, grouped, rate, testCount } from '../../reduction/events/progress';
import { actionsOf, type RunAction } from '../results/notifications';
import { headOf } from '../runs/head';
import { endsOf } from '../../reduction/events/runState';
import { Reduction } from '../runs/kinds';
import type { Run } from '../runs/run';
import { capitalized, duration, milliseconds, share, unitName } from '../window/figureWords';
import { troubleOf, workersPart } from './workers';

/** Commands of buttons; they act on the shown run. */
const isOurs = /^(whittle\.|workbench\.trust\.manage$)/;

export class RunView extends Page implements vscode.WebviewViewProvider {
  protected readonly style = 'panel';
  private by: Axis = 'tests';

  constructor(private readonly runs: Runs) {
    super();
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
    if (act === 'step') this.goToStep(Number(given));
    if (act === 'axis') this.by = axes.find((axis) => axis === given) ?? this.by;
    if (act === 'command' && isOurs.test(given)) {
      void vscode.commands.executeCommand(given, this.runs.shown?.uri);
    }
  }

  /** At this share of the chart's x axis. */
  private goToStep(share: number): void {
    const run = this.runs.shown;
    if (!run) return;
    const at = share * spanOf(run)[this.by];
    const tests = run.course.findLast((point) => (this.by === 'tests' ? point.tests : point.ms) <= at)?.tests;
    void vscode.commands.executeCommand('whittle.steps', run.uri, tests);
  }
}

export function panelOf(run: Run | undefined, all: readonly Run[], by: Axis): Piece[] {
  if (!run) return [workspace.isTrusted ? beginning() : trusting(), livePart('', '')];
  const state = stateOf(run);
  const trouble = troubleOf(run);
  const told = state === 'running' ? doingOf(run) : `${doingOf(run)}. ${run.extent ?? ''}`;
  return [runPart(run, all, by), livePart(trouble ? 'trouble' : state, trouble ?? told)];
}

/** Trouble and a new state are read aloud at once, phases now and then. */
function livePart(state: string, text: string): Piece {
  return piece('p', { class: 'unseen', 'aria-live': 'polite', 'data-state': state }, text);
}

function beginning(): Piece {
  return welcomePart(
    [
      l10n.t('No reduction is running.'),
      l10n.t(
        'Open a file that makes a command fail, then choose that command or its task. Removed text turns grey. Your file does not change.',
      ),
    ],
    [
      ['whittle.reduceFile', l10n.t('Reduce File')],
      ['whittle.isolateDifference', l10n.t('Isolate Difference…')],
      ['whittle.chooseSearch', l10n.t('Choose Search…')],
    ],
  );
}

function trusting(): Piece {
  const sentence = l10n.t(
    'This workspace is not trusted. Whittle runs commands on copies of your files, so you must trust the workspace first.',
  );
  return welcomePart([sentence], [['workbench.trust.manage', l10n.t('Manage Workspace Trust')]]);
}

/** `start`: commands and their labels, the main one first. */
function welcomePart(sentences: readonly string[], start: readonly (readonly [string, string])[]): Piece {
  const buttons = start.map(([command, label], at) => {
    return button(label, ['command', command], { class: at === 0 ? '' : 'secondary', 'data-key': command });
  });
  return piece(
    'section',
    { class: 'welcome' },
    piece('div', {}, ...sentences.map((one) => piece('p', {}, one))),
    piece('div', { class: 'actions column', role: 'group' }, ...buttons),
  );
}

function runPart(run: Run, all: readonly Run[], by: Axis): Piece {
  const rows = facts(run).map(([label, value]) => piece('div', {}, piece('dt', {}, label), piece('dd', {}, value)));
  return piece(
    'section',
    { class: 'run', 'data-state': stateOf(run) },
    headPart(run, all),
    piece('p', { class: 'extent' }, run.extent ?? ''),
    piece('p', { class: 'doing' }, doingOf(run)),
    piece('div', { class: 'actions', role: 'group' }, ...actionsOf(run).map((one, at) => actionPart(run, one, at))),
    chartPart(run, by),
    piece('dl', { 'aria-label': l10n.t('Figures') }, ...rows),
    workersPart(run),
  );
}

/** Which bug it looks for, always in view. */
function headPart(run: Run, all: readonly Run[]): Piece {
  const { bugs, command, notes } = headOf(run);
  return piece(
    'header',
    {},
    all.length > 1 ? choicePart(run, all) : piece('h2', {}, run.name),
    ...bugs.map((bug) => piece('p', { class: 'bug' }, l10n.t('Looking for: {0}', bug))),
    command ? piece('code', {}, command) : undefined,
    ...notes.map((line) => piece('p', {}, line)),
  );
}

function choicePart(shown: Run, all: readonly Run[]): Piece {
  const options = all.map((run) => {
    const name = run.running ? run.name : l10n.t('{0} (ended)', run.name);
    return piece('option', { value: String(run.startedAt), selected: run === shown }, name);
  });
  return piece('select', { 'aria-label': l10n.t('Run'), ...sending('choose') }, ...options);
}

function actionPart(run: Run, { command, title }: RunAction, at: number): Piece {
  const isMain = at === 0 && (!run.running || run.paused);
  return button(title, ['command', command], {
    class: isMain ? '' : 'secondary',
    disabled: command === 'whittle.skipPhase' && run.phase === '',
    // An action in place of another has the same key, so that the button stays.
    'data-key': run.running && at === 0 ? 'pause' : command,
  });
}

function stateOf({ running, paused, end }: Run): 'running' | 'paused' | 'ended' | 'doubtful' {
  if (running) return paused ? 'paused' : 'running';
  return end?.confirmed ? 'ended' : 'doubtful';
}

function doingOf(run: Run): string {
  const { running, paused, problem, phase, end, first } = run;
  if (running && problem) return l10n.t('Paused: {0}', problem);
  if (running && paused) return phase ? l10n.t('Paused: {0}', phase) : l10n.t('Paused');
  if (running) return phase || capitalized(first);
  return end ? endWords(end) : l10n.t('Failed: see the log');
}

function facts(run: Run): [string, string][] {
  const { tests, earlierTests, ms, end, search, calibrated, held, testMs, timeouts, crew, shown, number } = run;
  const own = tests - earlierTests;
  const time = ms || end?.ms;
  const known: [string, string | undefined][] = [
    [l10n.t('Warning'), run.running ? calibrated?.notice : undefined],
    [l10n.t('Tests'), grouped(end?.tests ?? tests)],
    [l10n.t('Left'), expected(run)],
    [l10n.t('Time'), time ? duration(time) : undefined],
    [l10n.t('Tests/s'), ms > 0 ? rate(own, ms).replace('/s', '') : undefined],
    [l10n.t('Per test'), own > 0 && testMs > 0 ? milliseconds(testMs / own) : undefined],
    [l10n.t('Bug kept'), own > 0 && testMs > 0 ? share(held, own) : undefined],
    [l10n.t('Bug shows'), shown && l10n.t('in {0} of {1} runs', shown.held, shown.runs)],
    [l10n.t('Number'), number === undefined ? undefined : grouped(number)],
    [l10n.t('Timed out'), timeouts > 0 ? share(timeouts, own) : undefined],
    [l10n.t('Parallel tests'), calibrated && String(crew?.slots ?? calibrated.jobs)],
    [l10n.t('Waiting'), crew && run.running ? grouped(crew.waiting) : undefined],
    [l10n.t('Also changes'), calibrated?.writes && alsoChanges(calibrated)],
    [l10n.t('Search'), searchWords(search)],
    [l10n.t('Limit'), run.running ? limits(run) : undefined],
  ];
  return known.filter((fact): fact is [string, string] => fact[1] !== undefined);
}

/** Undefined before it is known. */
function searchWords(search: string): string | undefined {
  return /^default\+until=(?:statements|calls)$/.test(search) ? l10n.t('whole statements only') : search || undefined;
}

/** Outside its own directories, and whether it stays so. */
function alsoChanges({ writes: [first, ...others] = [], layer }: Calibrated): string {
  const path = workspace.asRelativePath(first);
  const paths = others.length === 0 ? path : l10n.t('{0} and {1} more', path, grouped(others.length));
  if (layer === undefined) return paths;
  return layer === 'namespaces' ? l10n.t('{0} (thrown away)', paths) : l10n.t('{0} (the changes stay)', paths);
}

/** The tests that are still expected, and how long they take at the pace so far, unless that has been too short. */
function expected({ testsExpected, msExpected, isLate }: Run): string | undefined {
  if (isLate) return l10n.t('longer than expected');
  return testsExpected === undefined || msExpected === undefined
    ? undefined
    : `${testCount(testsExpected)}, ${duration(msExpected)}`;
}

/** A budget gives the latest end. */
function limits(run: Run): string | undefined {
  const { maxTests, maxMs } = run.job.limits;
  const parts = [
    maxTests && l10n.t('after {0}', testCount(maxTests)),
    maxMs && l10n.t('in {0}', duration(Math.max(0, maxMs - run.ms))),
  ];
  return parts.filter(Boolean).join(', ') || undefined;
}

/** Of the chart's x axis: tests, and ms. */
function spanOf({ tests, earlierMs, ms }: Run): Readonly<Record<Axis, number>> {
  return { tests, time: earlierMs + ms };
}

/** Undefined before the first test. */
function chartPart(run: Run, by: Axis): Piece | undefined {
  const { course, unit, tests } = run;
  if (course.length === 0 || tests === 0) return undefined;
  const { before, after } = endsOf(run);
  const { time: ms } = spanOf(run);
  const span = by === 'tests' ? testCount(tests) : duration(ms);
  const names = { tests: l10n.t('Tests'), time: l10n.t('Time') };
  const choice = axes.map((axis) =>
    button(names[axis], ['axis', axis], { class: '', 'aria-pressed': String(axis === by) }),
  );
  const over = piece('div', { class: 'axes', role: 'group', 'aria-label': l10n.t('Size over') }, ...choice);
  const chart = {
    lines: [{ points: series(course, { tests, ms }, by) }],
    whole: by === 'tests',
    xLabel: by === 'tests' ? l10n.t('tests') : l10n.t('seconds'),
    yLabel: unitName(unit),
    alternative: l10n.t('Size from {0} to {1} {2} over {3}.', grouped(before), grouped(after), unitName(unit), span),
    message: run instanceof Reduction && run.steps.length > 0 ? (['step'] as const) : undefined,
  };
  const bar = piece('div', { class: 'bar' }, piece('h3', {}, l10n.t('Size')), over);
  return piece('section', { class: 'chart' }, bar, { ...piece('svg'), chart });
}
