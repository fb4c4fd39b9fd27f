/** A comparison in the editor: reductions of one document, each with another search. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { kinds, series } from '../../charts/chart';
import { type Measured, bestOf, columns, measured, seconds } from '../../reduction/comparison/comparison';
import { inTurn } from '../../reduction/comparison/contenders';
import { grouped } from '../../reduction/events/progress';
import type { DocumentRunJob } from '../../host/port';
import type { Controller } from '../controller';
import { type Piece, button, piece, table } from '../panel/pieces';
import { type Reducing, Reduction } from '../runs/kinds';
import type { Made, Named } from '../runs/run';
import { testCount, tokenCount } from '../window/figureWords';

/** One search of a comparison. */
interface Contender {
  readonly search: string;
  /** Unset while it waits. */
  reduction?: Reduction;
  /** The error that ended it, in one sentence. */
  problem?: string;
}

export class Comparison {
  readonly contenders: readonly Contender[];
  running = true;
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;

  constructor(
    readonly document: vscode.TextDocument,
    private readonly searches: readonly string[],
  ) {
    this.contenders = searches.map((search) => ({ search }));
  }

  get name(): string {
    return basename(this.document.uri.path);
  }

  get current(): Contender | undefined {
    return this.contenders.find(({ reduction }) => reduction?.running);
  }

  /** One for each search that has ended. */
  get rows(): Measured[] {
    return this.contenders.flatMap((contender) => measuredOf(contender) ?? []);
  }

  get best(): Contender | undefined {
    const name = bestOf(this.rows)?.name;
    return this.contenders.find(({ search }) => search === name);
  }

  /**
   * Runs all searches; a stopped one is the last. The first one learns the rule, so that all keep the same property. Rejects with
   * `Problem` and `RunFailed` if the first one cannot start: then none can.
   */
  async run(controller: Controller, made: Made<DocumentRunJob>, oracle: Named): Promise<void> {
    try {
      await inTurn(made.job, this.searches, async (job, index) => {
        const contender = this.contenders[index];
        await this.runOne(controller, contender, { ...made, job }, oracle);
        const { end, rules = [] } = contender.reduction ?? {};
        return end?.ending === 'interrupted' ? undefined : rules;
      });
    } finally {
      this.running = false;
      this.changed.fire();
    }
  }

  stop(): void {
    this.current?.reduction?.stop();
  }

  private async runOne(
    controller: Controller,
    contender: Contender,
    made: Made<DocumentRunJob>,
    oracle: Named,
  ): Promise<void> {
    const onBegin = (reduction: Reducing) => void (contender.reduction = reduction as Reduction);
    const onEvents = () => this.changed.fire();
    try {
      await controller.begin(Reduction, this.document, made, oracle, { onBegin, onEvents, compared: true });
    } catch (error) {
      if (contender === this.contenders[0] && !contender.reduction?.rules.length) throw error;
      contender.problem = (error as Error).message;
    }
  }
}

/** Undefined until the search has ended. */
function measuredOf({ search, reduction, problem }: Contender): Measured | undefined {
  if (reduction?.result) return measured(search, reduction.result.finished);
  if (problem === undefined) return undefined;
  const { tests = 0, ms = 0, testMs = 0 } = reduction ?? {};
  return { name: search, ending: 'failed', problem, tests, oracleMs: testMs, ms, confirmed: false };
}

/** A name, numbers, and words at the end. */
const shown = columns.filter(({ terminalOnly }) => !terminalOnly);
const classOf = (at: number) => (at > 0 && at < shown.length - 1 ? 'number' : '');

export function comparisonPage(comparison: Comparison): Piece[] {
  const { name, running, contenders } = comparison;
  const title = l10n.t('Searches on {0}', name);
  // Only the end is read aloud.
  const live: Piece['attributes'] = running ? {} : { 'aria-live': 'polite' };
  const summary = piece('p', { class: 'extent', ...live }, summaryOf(comparison));
  const head = shown.map(({ heading }, at) => piece('th', { scope: 'col', class: classOf(at) }, heading()));
  const rows = contenders.map((one, at) => rowPart(one, at, comparison));
  const searches = table(
    {},
    // The last column has buttons.
    [...head, piece('th', { scope: 'col' })],
    rows,
    piece('caption', { class: 'unseen' }, title),
  );
  return [
    piece(
      'header',
      {},
      piece('div', {}, piece('h1', {}, title), summary),
      button(l10n.t('Stop'), ['stop'], { hidden: !running }),
    ),
    piece('div', { class: 'wide' }, searches),
    chartPart(comparison),
    piece('p', { class: 'note' }, noteOf(comparison)),
  ];
}

/** Explains the figures and the buttons. */
function noteOf({ contenders }: Comparison): string {
  const [doubt] = contenders.flatMap(({ reduction }) => reduction?.doubt?.message ?? []);
  const figures = l10n.t(
    'Tests: different candidates that the search tested, without calibration and verification. Oracle: the total time of all test processes. Time: the whole run, with calibration and verification. Each search has the whole budget and uses no verdict of another. Times vary from run to run: compare tests instead.',
  );
  return doubt ? `${doubt} ${figures}` : figures;
}

/** The progress, or the best search. */
export function summaryOf({ running, current, contenders, best }: Comparison): string {
  if (running) return current ? progressOf(current.reduction!, contenders.indexOf(current), contenders.length) : '…';
  if (!best) return l10n.t('No result is verified.');
  const { search, reduction } = best;
  const { tokens, search: spent } = reduction!.result!.finished;
  const [before, after] = [grouped(tokens.before), tokenCount(tokens.after)];
  return l10n.t('Best: {0}, {1} → {2} in {3}', search, before, after, testCount(spent.tests));
}

function progressOf({ job, paused, extent, tests, first }: Reduction, index: number, of: number): string {
  if (paused) return l10n.t('Paused');
  const far = extent ? `${extent} · ${testCount(tests)}` : `${first} …`;
  return `${l10n.t('{0}, {1} of {2}', job.search!, index + 1, of)} · ${far}`;
}

function rowPart(contender: Contender, at: number, { running, best }: Comparison): Piece {
  const { search, reduction } = contender;
  const isBest = !running && contender === best;
  const row = measuredOf(contender);
  const state = row ? (row.ending === 'failed' ? 'failed' : 'ended') : reduction?.running ? 'running' : 'waiting';
  const cells = row ? shown.slice(1).map(({ cell }) => cell(row)) : cellsSoFar(reduction, running);
  const buttons: readonly (readonly [act: string, label: string])[] = [
    ['useSearch', l10n.t('Use This Search')],
    ['useResult', l10n.t('Use This Result')],
  ];
  const actions = buttons.slice(0, row ? (reduction?.result ? 2 : 1) : 0).map(([act, label]) => {
    return button(label, [act, String(at)], { 'aria-label': `${label}: ${search}` });
  });
  return piece(
    'tr',
    { class: isBest ? `${state} best` : state },
    piece(
      'th',
      { scope: 'row' },
      swatch(at),
      piece('span', {}, search),
      isBest ? piece('span', { class: 'badge' }, l10n.t('best')) : undefined,
    ),
    ...cells.map((cell, index) => piece('td', { class: classOf(index + 1) }, cell)),
    piece('td', {}, piece('div', { class: 'actions' }, ...actions)),
  );
}

/** A short line as in the chart. */
function swatch(at: number): Piece {
  const line = piece('path', { class: `line line-${at % kinds}`, d: 'M1 5h26' });
  return piece('svg', { viewBox: '0 0 28 10', class: 'swatch', 'aria-hidden': 'true' }, line);
}

function cellsSoFar(reduction: Reduction | undefined, running: boolean): string[] {
  if (!reduction?.running) return cellsOf([], running ? l10n.t('waiting') : l10n.t('not started'));
  const { tests, ms, course } = reduction;
  const tokens = course.at(-1)?.size;
  const figures = [tokens === undefined ? '' : grouped(tokens), grouped(tests), '', ms > 0 ? seconds(ms) : ''];
  return cellsOf(figures, l10n.t('running …'));
}

function cellsOf(figures: readonly string[], end: string): string[] {
  return shown.slice(1).map((_, at) => (at === shown.length - 2 ? end : (figures[at] ?? '')));
}

/** Hidden as long as there is nothing to draw. */
function chartPart({ contenders, best, running }: Comparison): Piece {
  const lines = contenders.map(({ reduction }) => ({ points: reduction ? pointsOf(reduction) : [] }));
  if (lines.every(({ points }) => points.length === 0)) return piece('section', { class: 'chart', hidden: true });
  const curves = l10n.t('Size curves of {0} searches. The table has the figures.', contenders.length);
  const smallest = best && !running ? ` ${l10n.t('{0} reaches the smallest size.', best.search)}` : '';
  const [xLabel, yLabel] = [l10n.t('tests'), l10n.t('tokens')];
  const chart = { lines, xLabel, yLabel, whole: true, alternative: `${curves}${smallest}` };
  const heading = piece('h2', {}, l10n.t('Size over tests'));
  return piece('section', { class: 'chart', hidden: false }, heading, { ...piece('svg'), chart });
}

function pointsOf({ course, tests, ms }: Reduction) {
  return series(course, { tests, ms }, 'tests');
}
