/** *Benchmark Searches*: reductions of one document, each with another search, on a page in the editor: a table and a chart. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { kinds, series } from '../../charts/chart';
import type { DocumentRunJob } from '../../host/port';
import { bestOf, columns, measured } from '../../reduction/comparison/comparison';
import { inTurn, contendersFrom } from '../../reduction/comparison/contenders';
import type { Measured } from '../../reduction/events/events';
import { grouped, testCount } from '../../reduction/events/progress';
import { endsOf } from '../../reduction/events/runState';
import type { Controller } from '../controller';
import { type FromPage, type Piece, button, piece, table } from '../panel/pieces';
import { Page } from '../panel/webview';
import { Reduction } from '../runs/kinds';
import type { Made } from '../runs/run';
import { chooseSearches, storeSearch } from '../searches/chooseSearch';
import { telling } from '../window/problems';
import { type OracleRequest, chooseOracle, startEditable } from '../oracles/oracleChoice';
import type { Named } from '../oracles/taskOracle';
import { documentFor } from '../window/addresses';
import { tokenCount } from '../window/figureWords';

/** `searches`: texts of `SearchValue`s. Undefined if the user cancels. Throws `Problem`, `JobError` and `RunFailed`. */
export async function compareSearches(
  controller: Controller,
  uri: vscode.Uri | undefined,
  request: OracleRequest & { readonly searches?: readonly string[] } = {},
) {
  const document = await documentFor(uri);
  controller.runs.requireIdle(document.uri);
  const chosen = await chooseOracle(controller, document.uri, request);
  if (!chosen) return undefined;
  const searches = request.searches ? contendersFrom(request.searches) : await chooseSearches();
  if (!searches?.length) return undefined;
  return startEditable(controller, document.uri, chosen, async (oracle) => {
    const comparison = (Comparison.last = new Comparison(controller, document, searches));
    return comparison.run(await controller.jobFor(document, oracle), oracle);
  });
}

export class Comparison extends Page {
  /** For our tests. */
  static last: Comparison | undefined;
  readonly title: string;
  readonly contenders: readonly Contender[];
  running = true;
  protected readonly style = 'comparison';
  private isOpened = false;

  constructor(
    private readonly controller: Controller,
    private readonly document: vscode.TextDocument,
    private readonly searches: readonly string[],
  ) {
    super();
    this.title = basename(document.uri.path);
    this.contenders = searches.map((search) => ({ search }));
  }

  get pieces(): Piece[] {
    return comparisonPage(this);
  }

  /**
   * Runs all searches; a stopped one is the last. The first one learns the rule, so that all keep the same property. The page opens when it
   * begins. At the end the best result becomes that of the file. Rejects with `Problem` and `RunFailed` if the first one cannot start: then
   * none can.
   */
  async run(made: Made<DocumentRunJob>, oracle: Named): Promise<readonly Measured[]> {
    try {
      const runOne = (job: DocumentRunJob, at: number) => this.runOne(this.contenders[at], { ...made, job }, oracle);
      await inTurn(made.job, this.searches, runOne);
    } finally {
      this.running = false;
      this.change();
    }
    const best = bestIn(this.contenders)?.reduction;
    if (best) this.controller.restore(best);
    if (!this.visible) void this.tellEnd();
    return this.contenders.flatMap((contender) => measuredOf(contender) ?? []);
  }

  /** Uses the search or the result of a row. Throws `Problem`. */
  async act(action: string, row: number): Promise<void> {
    const { search, reduction } = this.contenders[row];
    if (action === 'useResult') return this.controller.presentAgain(reduction!);
    await storeSearch(search, this.document.uri);
    void vscode.window.showInformationMessage(l10n.t('New reductions in this workspace use {0}.', search));
  }

  protected receive([action, row]: FromPage): void {
    if (action === 'stop') this.contenders.forEach(({ reduction }) => reduction?.stop());
    else void telling(this.controller, () => this.act(action, Number(row)));
  }

  /** Gives the rules that it has learned; undefined if it was stopped. */
  private async runOne(contender: Contender, made: Made, oracle: Named) {
    const compared = (reduction: Reduction) => void (contender.reduction = reduction);
    const onEvents = () => this.change();
    try {
      await this.controller.begin(Reduction, this.document, made, oracle, { compared, onEvents });
    } catch (error) {
      if (contender === this.contenders[0] && !contender.reduction?.rules.length) throw error;
      contender.problem = (error as Error).message;
    }
    const { end, rules = [] } = contender.reduction ?? {};
    return end?.ending === 'interrupted' ? undefined : rules;
  }

  private change(): void {
    this.update();
    if (this.isOpened || !this.contenders[0].reduction?.rules.length) return;
    this.isOpened = true;
    this.show();
  }

  private show(): void {
    this.open('whittle.comparison', l10n.t('Benchmark: {0}', this.title));
  }

  private async tellEnd(): Promise<void> {
    const message = l10n.t('{0}: {1}', this.title, summaryOf(this));
    if (await vscode.window.showInformationMessage(message, l10n.t('Show'))) this.show();
  }
}

export interface Contender {
  readonly search: string;
  /** Unset while it waits. */
  reduction?: Reduction;
  /** The error that ended it, in one sentence. */
  problem?: string;
}

type Compared = Pick<Comparison, 'title' | 'running' | 'contenders'>;

/** Undefined until the search has ended. */
function measuredOf({ search, reduction, problem }: Contender): Measured | undefined {
  if (reduction?.result) return measured(search, reduction.result.finished);
  return problem === undefined ? undefined : { ...soFar({ search, reduction }), ending: 'failed', problem };
}

/** Of a search under way; of one that waits all is 0. */
function soFar({ search, reduction }: Contender): Measured {
  const { tests = 0, ms = 0, testMs = 0 } = reduction ?? {};
  const after = reduction?.running ? { tokens: endsOf(reduction).after, bytes: 0 } : undefined;
  return { name: search, ending: 'done', after, tests, oracleMs: testMs, ms, confirmed: false };
}

/** The one with the best verified result. */
function bestIn(contenders: readonly Contender[]): Contender | undefined {
  const name = bestOf(contenders.flatMap((one) => measuredOf(one) ?? []))?.name;
  return contenders.find(({ search }) => search === name);
}

/** A name, numbers, and words at the end. */
const shown = columns.filter(({ terminalOnly }) => !terminalOnly);
const classOf = (at: number) => (at > 0 && at < shown.length - 1 ? 'number' : '');

export function comparisonPage(comparison: Compared): Piece[] {
  const { title: name, running, contenders } = comparison;
  const title = l10n.t('Searches on {0}', name);
  // Only the end is read aloud.
  const live: Piece['attributes'] = running ? {} : { 'aria-live': 'polite' };
  const summary = piece('p', { class: 'extent', ...live }, summaryOf(comparison));
  const head = shown.map(({ heading }, at) => piece('th', { scope: 'col', class: classOf(at) }, heading()));
  const rows = contenders.map((one, at) => rowPart(one, at, comparison));
  // The last column has buttons.
  const columns = [...head, piece('th', { scope: 'col' })];
  const searches = table({}, columns, rows, piece('caption', { class: 'unseen' }, title));
  const stop = button(l10n.t('Stop'), ['stop'], { hidden: !running });
  return [
    piece('header', {}, piece('div', {}, piece('h1', {}, title), summary), stop),
    piece('div', { class: 'wide' }, searches),
    chartPart(comparison),
    piece('p', { class: 'note' }, noteOf(comparison)),
  ];
}

/** Explains the figures and the buttons. */
function noteOf({ contenders }: Compared): string {
  const [doubt] = contenders.flatMap(({ reduction }) => reduction?.calibrated?.notice ?? []);
  const figures = l10n.t(
    'Tests: different candidates that the search tested, without calibration and verification. Oracle: the total time of all test processes. Time: the whole run, with calibration and verification. Each search has the whole budget and uses no verdict of another. Times vary from run to run: compare tests instead.',
  );
  return doubt ? `${doubt} ${figures}` : figures;
}

/** The progress, or the best search. */
function summaryOf({ running, contenders }: Compared): string {
  const current = contenders.find(({ reduction }) => reduction?.running)?.reduction;
  if (running) return current ? progressOf(current, contenders) : '…';
  const best = bestIn(contenders);
  if (!best) return l10n.t('No result is verified.');
  const { tokens, search: spent } = best.reduction!.result!.finished;
  const [before, after] = [grouped(tokens.before), tokenCount(tokens.after)];
  return l10n.t('Best: {0}, {1} → {2} in {3}', best.search, before, after, testCount(spent.tests));
}

function progressOf(reduction: Reduction, contenders: Compared['contenders']): string {
  const { job, paused, extent, tests, first } = reduction;
  if (paused) return l10n.t('Paused');
  const far = extent ? `${extent} · ${testCount(tests)}` : `${first} …`;
  const at = contenders.findIndex((one) => one.reduction === reduction);
  return `${l10n.t('{0}, {1} of {2}', job.search!, at + 1, contenders.length)} · ${far}`;
}

function rowPart(contender: Contender, at: number, { running, contenders }: Compared): Piece {
  const { search, reduction } = contender;
  const isBest = !running && contender === bestIn(contenders);
  const row = measuredOf(contender);
  const state = row ? (row.ending === 'failed' ? 'failed' : 'ended') : reduction?.running ? 'running' : 'waiting';
  const waiting = running ? l10n.t('waiting') : l10n.t('not started');
  const cells = shown.slice(1).map(({ cell }) => cell(row ?? soFar(contender)));
  if (!row) cells.splice(-1, 1, state === 'running' ? l10n.t('running …') : waiting);
  const buttons = [
    ...(row ? [['useSearch', l10n.t('Use This Search')]] : []),
    ...(reduction?.result ? [['useResult', l10n.t('Use This Result')]] : []),
  ].map(([act, label]) => button(label, [act, String(at)], { 'aria-label': `${label}: ${search}` }));
  const badge = isBest ? piece('span', { class: 'badge' }, l10n.t('best')) : undefined;
  return piece(
    'tr',
    { class: isBest ? `${state} best` : state },
    piece('th', { scope: 'row' }, swatch(at), piece('span', {}, search), badge),
    ...cells.map((cell, index) => piece('td', { class: classOf(index + 1) }, cell)),
    piece('td', {}, piece('div', { class: 'actions' }, ...buttons)),
  );
}

/** A short line as in the chart. */
function swatch(at: number): Piece {
  const line = piece('path', { class: `line line-${at % kinds}`, d: 'M1 5h26' });
  return piece('svg', { viewBox: '0 0 28 10', class: 'swatch', 'aria-hidden': 'true' }, line);
}

/** Hidden as long as there is nothing to draw. */
function chartPart({ contenders, running }: Compared): Piece {
  const lines = contenders.map(({ reduction }) => ({
    points: reduction ? series(reduction.course, reduction, 'tests') : [],
  }));
  const hidden = lines.every(({ points }) => points.length === 0);
  const best = bestIn(contenders);
  const curves = l10n.t('Size curves of {0} searches. The table has the figures.', contenders.length);
  const smallest = best && !running ? ` ${l10n.t('{0} reaches the smallest size.', best.search)}` : '';
  const [xLabel, yLabel] = [l10n.t('tests'), l10n.t('tokens')];
  const chart = { lines, xLabel, yLabel, whole: true, alternative: `${curves}${smallest}` };
  const heading = piece('h2', {}, l10n.t('Size over tests'));
  return piece('section', { class: 'chart', hidden }, heading, { ...piece('svg'), chart });
}
