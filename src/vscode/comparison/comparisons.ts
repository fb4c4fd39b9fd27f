/** *Benchmark Searches*: asks for the oracle and the searches, runs them, and shows them on a page. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Measured } from '../../reduction/comparison/comparison';
import { contendersFrom, everyContender, usualContenders } from '../../reduction/comparison/contenders';
import { searchFrom } from '../../reduction/searches/searchValue';
import type { Controller } from '../controller';
import { type OracleRequest, chooseOracle, startEditable } from '../oracles/oracleChoice';
import type { ChosenOracle } from '../oracles/taskOracle';
import type { Piece } from '../panel/pieces';
import { Page } from '../panel/webview';
import { reducerWords, searchWords, storeSearch } from '../searches/chooseSearch';
import { documentFor } from '../window/addresses';
import { telling } from '../window/telling';
import { Comparison, comparisonPage, summaryOf } from './comparison';

/** For keybindings and other extensions: nothing is asked. */
export interface ComparisonRequest extends OracleRequest {
  /** Texts of `SearchValue`s. */
  readonly searches?: readonly string[];
}

export class Comparisons {
  private last: Comparison | undefined;

  constructor(private readonly controller: Controller) {}

  /** The content of the last page. */
  get snapshot(): Piece[] | undefined {
    return this.last && comparisonPage(this.last);
  }

  /** Undefined if the user cancels. Throws `Problem`, `JobError` and `RunFailed`. */
  async compare(
    uri: vscode.Uri | undefined,
    request: ComparisonRequest = {},
  ): Promise<readonly Measured[] | undefined> {
    const document = await documentFor(uri);
    this.controller.runs.requireIdle(document.uri);
    const chosen = await chooseOracle(this.controller, document.uri, request);
    if (!chosen) return undefined;
    const searches = request.searches ? contendersFrom(request.searches) : await chooseSearches();
    if (!searches?.length) return undefined;
    return startEditable(this.controller, document.uri, chosen, (one) => this.compareBy(one, document, searches));
  }

  /** The page opens when the first search begins. At the end the best result becomes that of the file. */
  private async compareBy(chosen: ChosenOracle, document: vscode.TextDocument, searches: readonly string[]) {
    const { controller } = this;
    const comparison = new Comparison(document, searches);
    const page = new Page(
      vscode.Uri.file(controller.assets),
      'comparison',
      () => comparisonPage(comparison),
      ([action, row]) => {
        if (action === 'stop') comparison.stop();
        else void telling(controller, () => this.act(action, Number(row), comparison));
      },
    );
    const show = () => page.open('whittle.comparison', l10n.t('Benchmark: {0}', comparison.name));
    const opening = comparison.onDidChange(() => {
      if (!comparison.contenders[0].reduction?.rules.length) return;
      opening.dispose();
      this.last = comparison;
      show();
      comparison.onDidChange(page.update);
    });
    await comparison.run(controller, await controller.jobFor(document, chosen), chosen);
    const best = comparison.best?.reduction;
    if (best) controller.restore(best);
    if (!page.visible) void tellEnd(comparison, show);
    return comparison.rows;
  }

  /** Uses the search or the result of a row. Throws `Problem`. */
  async act(action: string, row: number, { contenders, document } = this.last!): Promise<void> {
    const { search, reduction } = contenders[row];
    if (action === 'useResult') return this.controller.presentAgain(reduction!);
    await storeSearch(search, document.uri);
    void vscode.window.showInformationMessage(l10n.t('New reductions in this workspace use {0}.', search));
  }
}

async function tellEnd(comparison: Comparison, show: () => void): Promise<void> {
  const message = l10n.t('{0}: {1}', comparison.name, summaryOf(comparison));
  if (await vscode.window.showInformationMessage(message, l10n.t('Show'))) show();
}

/** Asks for the searches to compare. */
const preselected = new Set(['default', 'hddr:cdd', 'hddr:probdd', 'hddr:ddmin']);

/** Undefined if the user cancels. */
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
