/** The comparisons of this window: each study has a page with its rows. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { ProtectedParts } from '../editor/protectedParts';
import { DocumentProblem, documentJob } from '../runs/jobs';
import type { ChosenOracle } from '../oracles/taskOracle';
import { tellDoubts } from '../results/notifications';
import { addHelp } from '../results/remedies';
import type { Help } from '../results/remedies';
import type { Runs } from '../runs/runs';
import { telling } from '../window/telling';
import type { Comparison } from './comparison';
import type { ComparisonSnapshot } from './messages';
import { ComparisonPage } from './page';
import { summaryOf } from './summaryWords';
import { Study } from './study';
import type { Input, Turn } from './study';

/** A file, and what it is tested with. */
export interface Entry extends Pick<ChosenOracle, 'oracle' | 'overrides'> {
  readonly document: vscode.TextDocument;
}

export class Comparisons implements vscode.Disposable {
  private readonly pages = new Set<ComparisonPage>();
  private last: ComparisonPage | undefined;
  /** Those that gave way to another with what helps. */
  private readonly replaced = new WeakSet<Study>();

  /** `assets`: where the build has put thread and page. */
  constructor(
    readonly runs: Runs,
    private readonly protectedParts: ProtectedParts,
    private readonly assets: string,
  ) {}

  /** What the last page shows. */
  get snapshot(): ComparisonSnapshot | undefined {
    return this.last?.snapshot;
  }

  /** To the end; it then has its rows. Throws `DocumentProblem` and `RunFailed`. */
  async run(entries: readonly Entry[], contenders: readonly string[], rounds: number): Promise<Study> {
    const inputs: Input[] = [];
    for (const { document, oracle, overrides } of entries) {
      const limits = { kept: this.protectedParts.of(document.uri) };
      inputs.push({ document, job: (await documentJob(document, oracle, limits, overrides, this.assets)).job });
    }
    const study = new Study(inputs, contenders);
    await this.begin(study);
    while (study.rounds < rounds && !study.stopped) await this.nextRound(study);
    return study;
  }

  /** Says which is the best, if the page is not to be seen. */
  async present(study: Study): Promise<void> {
    if (this.replaced.has(study)) return;
    const page = this.pageOf(study);
    if (page?.visible) return;
    const show = l10n.t('Show');
    const choice = await vscode.window.showInformationMessage(`${study.name}: ${summaryOf(study)}`, show);
    if (choice) (this.pageOf(study) ?? this.open(study)).show();
  }

  dispose(): void {
    for (const page of this.pages) page.dispose();
  }

  /** The first round. */
  private async begin(study: Study): Promise<void> {
    this.requireIdle(study);
    const page = this.open(study);
    try {
      await this.nextRound(study);
    } catch (error) {
      if (study.samples.length === 0) page.dispose();
      addHelp(error, (help) => this.help(study, help));
      throw error;
    }
  }

  /** Throws `DocumentProblem` and `RunFailed`. */
  private nextRound(study: Study): Promise<void> {
    return study.nextRound((turn) => this.take(study, turn));
  }

  /** The user wants one more. */
  private async again(study: Study): Promise<void> {
    requireUnedited(study);
    this.requireIdle(study);
    await this.nextRound(study);
    await this.present(study);
  }

  /** Throws `DocumentProblem` and `NotTrusted`. */
  private requireIdle({ inputs }: Study): void {
    for (const { document } of inputs) this.runs.requireIdle(document.uri);
  }

  private async take(study: Study, turn: Turn): Promise<void> {
    const { comparisons } = this.runs;
    this.runs.requireIdle(turn.document.uri);
    const comparison = study.begin(turn);
    if (turn.round === 1) tellFirstDoubts(comparison, (help) => telling(this, () => this.help(study, help)));
    const address = comparison.uri.toString();
    comparisons.set(address, comparison);
    try {
      await this.runs.follow(comparison);
    } finally {
      if (comparisons.get(address) === comparison) comparisons.delete(address);
      this.runs.update();
    }
  }

  /** Begins anew with what helps, and shows what comes of it. Throws `DocumentProblem` and `RunFailed`. */
  private async help(study: Study, { change }: Help): Promise<void> {
    requireUnedited(study);
    this.replaced.add(study);
    study.stop();
    await study.ended.catch(() => {});
    this.requireIdle(study);
    this.pageOf(study)?.dispose();
    const inputs = study.inputs.map(({ document, job }) => ({ document, job: { ...job, ...change } }));
    const next = new Study(inputs, study.contenders);
    await this.begin(next);
    await this.present(next);
  }

  private pageOf(study: Study): ComparisonPage | undefined {
    return [...this.pages].find((page) => page.study === study);
  }

  private open(study: Study): ComparisonPage {
    const again = () => telling(this, () => this.again(study));
    const page = new ComparisonPage(study, vscode.Uri.file(this.assets), this, again);
    page.show();
    this.pages.add(page);
    page.onDidDispose(() => this.pages.delete(page));
    this.last = page;
    return page;
  }
}

/** Throws `DocumentProblem`. */
function requireUnedited({ inputs }: Study): void {
  if (inputs.every(({ document, job }) => job.text.endsWith(document.getText()))) return;
  throw new DocumentProblem(l10n.t('The file has changed since the comparison began: compare again.'));
}

/** All begin with the same file: what the first one finds out of it is told. */
function tellFirstDoubts(comparison: Comparison, begin: (help: Help) => unknown): void {
  const listener = comparison.onEvents((events) => {
    if (!events.some(({ event }) => event === 'calibrated')) return;
    listener.dispose();
    tellDoubts(comparison.name, events, begin);
  });
}
