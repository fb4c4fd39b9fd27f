/** The comparisons of this window: each from a document to a page with its rows. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { OracleCommand } from '../../oracle/command';
import type { Contender } from '../../reduction/comparison/contenders';
import { DocumentProblem, documentJob } from '../jobs';
import type { Overrides } from '../jobs';
import { tellDoubts } from '../results/notifications';
import { addHelp } from '../results/remedies';
import type { Help } from '../results/remedies';
import type { ProtectedParts } from '../editor/protectedParts';
import type { Runs } from '../runs';
import { telling } from '../telling';
import { Comparison } from './comparison';
import type { ComparisonSnapshot } from './messages';
import { ComparisonPage } from './page';

export class Comparisons implements vscode.Disposable {
  private readonly pages = new Set<ComparisonPage>();
  private last: ComparisonPage | undefined;
  /** Those that gave way to another with what helps. */
  private readonly replaced = new WeakSet<Comparison>();

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
  async run(
    document: vscode.TextDocument,
    oracle: OracleCommand,
    contenders: readonly Contender[],
    overrides: Overrides,
  ): Promise<Comparison> {
    const { uri } = document;
    const limits = { kept: this.protectedParts.of(uri) };
    const { job } = await documentJob(document, oracle, limits, overrides, this.assets);
    this.runs.requireIdle(uri);
    return this.begin(new Comparison(document, job, contenders));
  }

  private async begin(comparison: Comparison): Promise<Comparison> {
    const { uri } = comparison;
    const page = this.open(comparison);
    this.runs.comparisons.set(uri.toString(), comparison);
    const help = (one: Help) => this.help(comparison, one);
    tellFirstDoubts(comparison, (one) => telling(this, () => help(one)));
    try {
      await this.runs.follow(comparison);
      page.update();
      return comparison;
    } catch (error) {
      if (comparison.rows.length === 0) page.dispose();
      addHelp(error, help);
      throw error;
    } finally {
      if (this.runs.comparisons.get(uri.toString()) === comparison) this.runs.comparisons.delete(uri.toString());
      this.runs.update();
    }
  }

  /** Begins anew with what helps, and shows what comes of it. Throws `DocumentProblem` and `RunFailed`. */
  private async help(comparison: Comparison, { change }: Help): Promise<void> {
    const { document, uri, job, contenders } = comparison;
    if (!job.text.endsWith(document.getText())) {
      throw new DocumentProblem(l10n.t('The file was edited since the comparison began: compare again.'));
    }
    this.replaced.add(comparison);
    comparison.stop();
    await comparison.ended.catch(() => {});
    this.runs.requireIdle(uri);
    [...this.pages].find((page) => page.comparison === comparison)?.dispose();
    await this.present(await this.begin(new Comparison(document, { ...job, ...change }, contenders)));
  }

  /** Says which is the best, if the page is not to be seen. */
  async present(comparison: Comparison): Promise<void> {
    if (this.replaced.has(comparison)) return;
    const page = [...this.pages].find((one) => one.comparison === comparison);
    if (page?.visible) return;
    const show = l10n.t('Show');
    const shown = page ?? new ComparisonPage(comparison, vscode.Uri.file(this.assets));
    const message = `${basename(comparison.uri.path)}: ${shown.snapshot.summary}`;
    const choice = await vscode.window.showInformationMessage(message, show);
    if (!choice) return;
    if (page && this.pages.has(page)) page.show();
    else this.open(comparison);
  }

  dispose(): void {
    for (const page of this.pages) page.dispose();
  }

  private open(comparison: Comparison): ComparisonPage {
    const page = new ComparisonPage(comparison, vscode.Uri.file(this.assets));
    page.show();
    this.pages.add(page);
    page.onDidDispose(() => this.pages.delete(page));
    this.last = page;
    return page;
  }
}

/** All begin with the same file: what the first one finds out of it is told. */
function tellFirstDoubts(comparison: Comparison, begin: (help: Help) => unknown): void {
  const listener = comparison.onEvents((events) => {
    if (!events.some(({ event }) => event === 'calibrated')) return;
    listener.dispose();
    tellDoubts(comparison.name, events, begin);
  });
}
