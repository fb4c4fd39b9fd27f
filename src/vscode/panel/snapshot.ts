/** The content of the panel, in words. */
import { l10n, workspace } from 'vscode';
import { toldFailure } from '../../oracle/judging/ruleWords';
import type { Calibrated, Ended } from '../../reduction/events/events';
import { grouped, rate } from '../../reduction/events/progress';
import { duration, milliseconds, share, testCount, unitName } from '../window/figureWords';
import type { KeptRun } from '../history/history';
import { nameOf } from '../history/report';
import { actionsOf, type RunAction } from '../results/resultActions';
import type { Run } from '../runs/run';
import type { Action, Chart, ShownRun, Snapshot, Words } from './messages';
import { series, type Axis } from '../../charts/series';
import { idOf } from './shown';
import { shownWorkers } from './workers';

/** `last`: offered without a run. */
export function snapshotOf(run: Run | undefined, all: readonly Run[], by: Axis, last?: KeptRun): Snapshot {
  return {
    words: words(last),
    runs: all.map((one) => ({ id: idOf(one), name: one.running ? one.name : l10n.t('{0} (ended)', one.name) })),
    shown: run && shownRun(run, by),
  };
}

function words(last: KeptRun | undefined): Words {
  return {
    chooseRun: l10n.t('Run'),
    figures: l10n.t('Figures'),
    size: l10n.t('Size'),
    over: l10n.t('Size over'),
    axes: { tests: l10n.t('Tests'), time: l10n.t('Time') },
    ...(workspace.isTrusted ? beginning(last) : trusting()),
  };
}

function beginning(last: KeptRun | undefined): Pick<Words, 'welcome' | 'start'> {
  return {
    welcome: [
      l10n.t('No reduction is running.'),
      l10n.t(
        'Open a file that makes a command fail, then choose that command or its task. Removed text turns gray. Your file does not change.',
      ),
    ],
    start: [
      { command: 'whittle.reduceFile', label: l10n.t('Reduce File'), main: true },
      ...(last ? [{ command: 'whittle.historyOpen', label: l10n.t('Open the Result of {0}', nameOf(last)) }] : []),
      { command: 'whittle.isolateDifference', label: l10n.t('Isolate Difference…') },
      { command: 'whittle.chooseSearch', label: l10n.t('Choose Search…') },
    ],
  };
}

function trusting(): Pick<Words, 'welcome' | 'start'> {
  return {
    welcome: [
      l10n.t(
        'This workspace is not trusted. Whittle runs commands on copies of your files, so you must trust the workspace first.',
      ),
    ],
    start: [{ command: 'workbench.trust.manage', label: l10n.t('Manage Workspace Trust'), main: true }],
  };
}

function shownRun(run: Run, by: Axis): ShownRun {
  return {
    id: idOf(run),
    name: run.name,
    state: stateOf(run),
    doing: doingOf(run),
    extent: run.extent ?? '',
    actions: actionsOf(run).map((action, at) => shownAction(run, action, at)),
    facts: facts(run),
    chart: chart(run, by),
    workers: shownWorkers(run),
  };
}

function stateOf({ running, paused, end }: Run): ShownRun['state'] {
  if (running) return paused ? 'paused' : 'running';
  return end?.confirmed ? 'ended' : 'doubtful';
}

function doingOf(run: Run): string {
  const { running, paused, problem, phase, end, doing } = run;
  if (running && problem) return l10n.t('Paused: {0}', problem);
  if (running && paused) return phase ? l10n.t('Paused: {0}', phase) : l10n.t('Paused');
  if (running) return phase || capitalized(doing.first);
  return end ? endedWords(end) : l10n.t('Failed: see the log');
}

export function endedWords(end: Pick<Ended, 'ending' | 'confirmed'>): string {
  const endings = {
    done: l10n.t('Done'),
    time: l10n.t('Stopped: time limit reached'),
    tests: l10n.t('Stopped: test limit reached'),
    size: l10n.t('Stopped: target size reached'),
    enough: l10n.t('Stopped'),
    interrupted: l10n.t('Stopped'),
    broken: l10n.t('Failed'),
  };
  if (end.ending === 'interrupted' || end.ending === 'broken') return endings[end.ending];
  return end.confirmed
    ? l10n.t('{0} (result verified)', endings[end.ending])
    : l10n.t('{0} (result not verified: the test is not reliable)', endings[end.ending]);
}

function shownAction(run: Run, { command, title }: RunAction, at: number): Action {
  const isPausing = run.running && at === 0;
  return {
    command,
    label: title,
    key: isPausing ? 'pause' : undefined,
    enabled: command !== 'whittle.skipPhase' || run.phase !== '',
    main: at === 0 && (!run.running || run.paused),
  };
}

function facts(run: Run): [string, string][] {
  const { tests, earlierTests, ms, end, search, calibrated, held, testMs, crew } = run;
  const own = tests - earlierTests;
  const known: [string, string | undefined][] = [
    [l10n.t('Warning'), run.running ? run.doubt?.message : undefined],
    [l10n.t('Tests'), grouped(end?.tests ?? tests)],
    [l10n.t('Still about'), expected(run)],
    [l10n.t('Time'), ms > 0 ? duration(ms) : undefined],
    [l10n.t('Tests/s'), ms > 0 ? rate(own, ms).replace('/s', '') : undefined],
    [l10n.t('Per test'), own > 0 && testMs > 0 ? milliseconds(testMs / own) : undefined],
    [l10n.t('Successful'), own > 0 && testMs > 0 ? share(held, own) : undefined],
    [l10n.t('At once'), calibrated && String(crew?.slots ?? calibrated.jobs)],
    [l10n.t('Waiting'), crew && run.running ? grouped(crew.waiting) : undefined],
    [l10n.t('Looking for'), learnedRule(run)],
    [l10n.t('Also changes'), calibrated?.writes && alsoChanges(calibrated)],
    [l10n.t('Search'), search || undefined],
    [l10n.t('Ends at the latest'), run.running ? limits(run) : undefined],
  ];
  return known.filter((fact): fact is [string, string] => fact[1] !== undefined);
}

/** Outside its own directories, and whether it stays so. */
function alsoChanges({ writes: [first, ...others] = [], layer }: Calibrated): string {
  const path = workspace.asRelativePath(first);
  const paths = others.length === 0 ? path : l10n.t('{0} and {1} more', path, grouped(others.length));
  if (layer === undefined) return paths;
  return layer === 'namespaces' ? l10n.t('{0} (thrown away)', paths) : l10n.t('{0} (the changes stay)', paths);
}

/** What the failure looks like, if it was learned from the test of the original. */
function learnedRule({ rules }: Run): string | undefined {
  const learned = rules.find((rule) => rule.learned);
  return learned && toldFailure(learned.rule);
}

/** The tests that are still expected, and how long they take at the pace so far. */
function expected({ testsExpected, msExpected }: Run): string | undefined {
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
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : undefined;
}

function chart(run: Run, by: Axis): Chart | undefined {
  const { course, unit, earlierMs, tests } = run;
  const ms = earlierMs + run.ms;
  if (course.length === 0 || tests === 0) return undefined;
  const [first, last] = [course[0].size, course[course.length - 1].size];
  const span = by === 'tests' ? testCount(tests) : duration(ms);
  return {
    by,
    points: series(course, { tests, ms }, by),
    xLabel: by === 'tests' ? l10n.t('tests') : l10n.t('seconds'),
    yLabel: unitName(unit),
    alternative: l10n.t('Size from {0} to {1} {2} over {3}.', grouped(first), grouped(last), unitName(unit), span),
  };
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
