/** *Benchmark Searches*: reductions of one document, each with another search, on a page in the editor. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { DocumentRunJob } from '../../host/port';
import type { Measured } from '../../reduction/comparison/comparison';
import { inTurn, contendersFrom, everyContender, usualContenders } from '../../reduction/comparison/contenders';
import type { Controller } from '../controller';
import type { FromPage, Piece } from '../panel/pieces';
import { Page } from '../panel/webview';
import { Reduction } from '../runs/kinds';
import type { Made } from '../runs/run';
import { storeSearch, reducerWords, searchWords } from '../searches/chooseSearch';
import { telling } from '../window/problems';
import { type Contender, bestIn, comparisonPage, measuredOf, summaryOf } from './page';
import { searchFrom } from '../../reduction/searches/searchValue';
import { type OracleRequest, chooseOracle, startEditable } from '../oracles/oracleChoice';
import type { Named } from '../oracles/taskOracle';
import { documentFor } from '../window/addresses';

export class Comparison extends Page {
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
    this.contenders = searches.map((search) => ({ search }));
  }

  get title(): string {
    return basename(this.document.uri.path);
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
      await inTurn(made.job, this.searches, async (job, index) => {
        const contender = this.contenders[index];
        await this.runOne(contender, { ...made, job }, oracle);
        const { end, rules = [] } = contender.reduction ?? {};
        return end?.ending === 'interrupted' ? undefined : rules;
      });
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

  private async runOne(contender: Contender, made: Made, oracle: Named): Promise<void> {
    const compared = (reduction: Reduction) => void (contender.reduction = reduction);
    const onEvents = () => this.change();
    try {
      await this.controller.begin(Reduction, this.document, made, oracle, { compared, onEvents });
    } catch (error) {
      if (contender === this.contenders[0] && !contender.reduction?.rules.length) throw error;
      contender.problem = (error as Error).message;
    }
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

export class Comparisons {
  last: Comparison | undefined;

  constructor(private readonly controller: Controller) {}

  /** `searches`: texts of `SearchValue`s. Undefined if the user cancels. Throws `Problem`, `JobError` and `RunFailed`. */
  async compare(uri: vscode.Uri | undefined, request: OracleRequest & { readonly searches?: readonly string[] } = {}) {
    const document = await documentFor(uri);
    this.controller.runs.requireIdle(document.uri);
    const chosen = await chooseOracle(this.controller, document.uri, request);
    if (!chosen) return undefined;
    const searches = request.searches ? contendersFrom(request.searches) : await chooseSearches();
    if (!searches?.length) return undefined;
    return startEditable(this.controller, document.uri, chosen, async (oracle) => {
      this.last = new Comparison(this.controller, document, searches);
      return this.last.run(await this.controller.jobFor(document, oracle), oracle);
    });
  }
}

const preselected = new Set(['default', 'hddr:cdd', 'hddr:probdd', 'hddr:ddmin']);

/** Asks for the searches to compare. Undefined if the user cancels. */
async function chooseSearches(): Promise<string[] | undefined> {
  const choice = await vscode.window.showQuickPick(picks(), {
    title: l10n.t('Choose the searches to compare'),
    placeHolder: l10n.t('They run one after the other, each with the whole budget'),
    canPickMany: true,
    matchOnDescription: true,
  });
  return choice?.map(({ label }) => label);
}

/** The usual ones first. */
function picks(): vscode.QuickPickItem[] {
  const others = everyContender().filter((name) => !usualContenders.includes(name));
  const section = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [
    section(l10n.t('often compared')),
    ...usualContenders.map(pick),
    section(l10n.t('others')),
    ...others.map(pick),
  ];
}

function pick(name: string): vscode.QuickPickItem {
  const { strategy, reducer } = searchFrom(name);
  const [how, by] = [searchWords(strategy.name), reducer && reducerWords(reducer.name)];
  return { label: name, description: [by, how].filter(Boolean).join(' '), picked: preselected.has(name) };
}
